"""The storm: three minutes of quick questions about gear, drawn without end from a seed, each settled by the engine."""
