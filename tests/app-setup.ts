import { vi } from "vitest";
import { compileText } from "../packages/operator/src/text/compile.ts";
import { i18n } from "../packages/operator/src/text/index.ts";

/**
 * Runs before each test file of the application. Files share modules and globals
 * (vitest.config.ts), so this resets the language to English and removes stubs and mocks, and sets
 * how long the tests of the screens wait.
 */
i18n.setMessagesCompiler(compileText);
i18n.activate("en");
vi.unstubAllGlobals();

if ("document" in globalThis) {
  const { configure } = await import("@testing-library/dom");
  // A wait that is met costs nothing. A machine under load is late.
  configure({
    asyncUtilTimeout: 50_000,
    getElementError: (message) =>
      new Error(`${message?.split("\n\n")[0]}\nThe page: ${document.body.textContent}`),
  });
}
