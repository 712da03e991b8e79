// What eslint finds in the scripts that browsers get.
import js from "@eslint/js";
import globals from "globals";
import oneWriter from "./one-writer.mjs";

// What one script makes and others use.
const ours = (...names) => Object.fromEntries(names.map((name) => [name, "readonly"]));

export default [
  { ignores: ["static/vendor/"] },
  js.configs.recommended,
  {
    files: ["static/**/*.js"],
    languageOptions: {
      ecmaVersion: 2021,
      sourceType: "script",
      globals: {
        ...globals.browser,
        ...ours("companion", "htmx", "qr", "qrcode", "scenes", "store", "switches"),
      },
    },
    plugins: { companion: { rules: { "one-writer": oneWriter } } },
    rules: {
      "companion/one-writer": "error",
      "no-redeclare": ["error", { builtinGlobals: false }],
      "no-unused-vars": ["error", { vars: "local" }],
    },
  },
];
