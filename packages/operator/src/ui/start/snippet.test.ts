import { expect, test } from "vitest";
import { buildStrictCode, isNonce, sharesOperatorOrigin } from "./snippet.ts";

const snippet = `<script>(function(){\n})()</script>\n<script src="https://chat.example/widget/Lk29fQw7Za.js" async></script>`;

test("[WG-004] a page with a nonce gets it in both scripts, and the lines of its policy", () => {
  const { code, policy } = buildStrictCode(snippet, "r4nd0m==");
  expect(code.match(/<script nonce="r4nd0m=="/g)).toHaveLength(2);
  expect(policy).toBe(
    "script-src 'nonce-r4nd0m==' 'strict-dynamic';\nframe-src https://chat.example;\nconnect-src https://chat.example;",
  );
});

test("[WG-002] [WG-004] without a nonce the script stands alone and is allowed by its address", () => {
  const { code, policy } = buildStrictCode(snippet, " ");
  expect(code).toBe('<script src="https://chat.example/widget/Lk29fQw7Za.js" async></script>');
  expect(policy).toContain("script-src https://chat.example;");
});

test("[WG-004] what is no nonce is not put into code", () => {
  expect(['"><script>', "a b", "", "é"].filter(isNonce)).toEqual([]);
  expect(["abc", "r4nd0m+/=="].every(isNonce)).toBe(true);
});

test("[CORE-258] a separate origin is offered if a public address serves visitors and operators", () => {
  expect(sharesOperatorOrigin(snippet, "https://chat.example")).toBe(true);
  expect(sharesOperatorOrigin(snippet, "https://desk.example")).toBe(false);
  const local = snippet.replace("https://chat.example", "http://localhost:3000");
  expect(sharesOperatorOrigin(local, "http://localhost:3000")).toBe(false);
});
