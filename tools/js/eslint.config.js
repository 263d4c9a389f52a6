// The linter of our JavaScript: what it would let pass is a fault or a habit that hides one. How a line looks is nobody's business.
import js from "@eslint/js";

const MOST_LINES_OF_A_FUNCTION = 120;

export default [
  { ignores: ["**/vendor/**", "**/node_modules/**"] },
  js.configs.recommended,
  {
    files: ["**/*.js", "**/*.mjs"],
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: { ecmaVersion: 2024, sourceType: "module" },
    rules: {
      "no-undef": "off", // the type checker knows every name, a browser's too
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", caughtErrors: "all" }],
      eqeqeq: "error",
      "prefer-const": "error",
      "no-var": "error",
      "no-shadow": "error",
      "array-callback-return": "error",
      "no-constructor-return": "error",
      "no-loop-func": "error",
      "no-promise-executor-return": "error",
      "no-self-compare": "error",
      "no-template-curly-in-string": "error",
      "no-unmodified-loop-condition": "error",
      "no-unreachable-loop": "error",
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-useless-assignment": "error",
      "consistent-return": "error",
      "default-case-last": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-extend-native": "error",
      "no-implicit-coercion": ["error", { boolean: true, number: true, string: true }],
      "no-param-reassign": "error",
      "no-return-assign": "error",
      "no-sequences": "error",
      "no-throw-literal": "error",
      "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
      "prefer-promise-reject-errors": "error",
      radix: "error",
      "max-lines-per-function": ["error", { max: MOST_LINES_OF_A_FUNCTION }],
      "max-lines": ["error", { max: 500 }],
    },
  },
];
