// What our JavaScript finds around it, and names that many of its modules use. Nothing of it is sent to a page.

/** The state that a widget shares with its kernel. What a trait holds is made, and checked, in Python. */
interface Model {
  get(trait: string): any;
  set(trait: string, value: unknown): void;
  on(events: string, act: (...told: any[]) => void, context?: unknown): void;
  off(events: string | null, act?: ((...told: any[]) => void) | null, context?: unknown): void;
  save_changes(): void;
  send(message: object): void;
  cid?: string;
  widget_manager: {
    get_model(name: string): Promise<any>;
    create_view(model: Model): Promise<{ el: HTMLElement; remove(): void }>;
  };
}

/** Says a sentence of the page's texts in the page's language. */
interface Say {
  (key: string, data?: object): string;
  /** What a rule is called. */
  rule(id: string): string;
}

/** What a front end is given to draw into. */
interface Drawing {
  model: Model;
  el: HTMLElement;
}

/** A part of a page that other parts put somewhere. */
interface Part {
  element: HTMLElement;
  draw(): void;
}

/** What an element is, by the name that "name.class.class" begins with. */
type ElementOf<W extends string> = W extends `${infer Tag}.${string}` ? Tagged<Tag> : Tagged<W>;
type Tagged<Tag extends string> = Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : HTMLElement;

/** What may stand in an element: nothing for what is false or not there, and lists of all these. */
type Child = Node | string | false | null | undefined | 0 | "" | Child[];

/** Set by the head of a page of ours; missing in somebody's notebook. */
declare var fujikoroTheme: (() => void) | undefined;
declare var fujikoroLanguage: { now(): string; choose(code: string): void; word(key: string): string; names: Record<string, string> };
declare var fujikoroPlotly: Promise<any> | undefined;

/** Kept by a page for all widgets on it. */
declare var fkTabName: string | undefined;
declare var fkRuleBooks: Map<string, Promise<any>> | undefined;
declare var fkRulesHosts: Map<string, any> | undefined;
declare var fkRulesViews: number | undefined;

// What a selector finds is our own markup, which the selector knows better than a type could say.
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface Element {
  closest(selectors: string): any;
}
interface Document {
  /** Asked only after `contains` has said that it is inside. */
  readonly activeElement: any;
}

// Of node, only what our tests take.
declare module "node:fs" {
  export function readFileSync(path: URL, encoding: "utf8"): string;
}
declare module "node:test" {
  export function test(name: string, body: () => unknown): void;
  export const mock: { timers: { enable(what: { apis: string[] }): void; tick(ms: number): void; reset(): void } };
}
declare module "node:assert/strict" {
  const assert: {
    (is: unknown, message?: string): void;
    ok(is: unknown, message?: string): void;
    equal(actual: unknown, expected: unknown, message?: string): void;
    notEqual(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    match(text: string, pattern: RegExp, message?: string): void;
    throws(body: () => unknown, pattern?: RegExp): void;
    doesNotThrow(body: () => unknown): void;
  };
  export default assert;
}
