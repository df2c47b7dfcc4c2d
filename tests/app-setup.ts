import { vi } from "vitest";
import { compileText } from "../packages/operator/src/text/compile.ts";
import { i18n } from "../packages/operator/src/text/index.ts";

/** Runs before each test file of the application. Files share modules and globals (vitest.config.ts), so each begins in English and without the stubs and mocks of another. */
i18n.setMessagesCompiler(compileText);
i18n.activate("en");
vi.unstubAllGlobals();
