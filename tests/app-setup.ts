import { vi } from "vitest";
import { compileText } from "../packages/operator/src/text/compile.ts";
import { i18n } from "../packages/operator/src/text/index.ts";

/**
 * Runs before each test file of the application. Files share modules and globals
 * (vitest.config.ts), so this resets the language to English and removes stubs and mocks.
 */
i18n.setMessagesCompiler(compileText);
i18n.activate("en");
vi.unstubAllGlobals();
