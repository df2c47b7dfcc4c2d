import { flushCompileCache } from "node:module";
import { afterAll } from "vitest";

/**
 * Runs before the tests of each file that Node loads. vitest ends its workers by a signal, so Node
 * would not store the code that they have compiled (NODE_COMPILE_CACHE), and each worker of each
 * run would compile all modules again.
 */
afterAll(() => flushCompileCache());
