import { expect, test } from "vitest";
import { findWiringFaults } from "./test-wiring.ts";

const path = "packages/server/tests/some-fixture.ts";
const unlisted = (name: string): string =>
  `${path}: imports ${name}; tests of the server use startTestParlour`;

test.each([
  ['import { openJournal, type Journal } from "../src/journal/index.ts";', "openJournal"],
  [
    'import {\n  createDeliveries as create,\n} from "../src/delivery/index.ts";',
    "createDeliveries",
  ],
  ['import { createServiceRoutes } from "../src/api/index.ts";', "createServiceRoutes"],
  ['import * as auth from "../src/auth/index.ts";\nauth.createAuth({});', "createAuth"],
  ['const { createAuth: create } = await import("../src/auth/index.ts");', "createAuth"],
])("a test that wires parts itself is refused: %s", (text, name) => {
  expect(findWiringFaults([{ path, text }], {})).toEqual([unlisted(name)]);
  expect(findWiringFaults([{ path, text }], { [path]: [name] })).toEqual([]);
});

test.each([
  'import type { openJournal } from "../src/journal/index.ts";',
  'import { type createAuth } from "../src/auth/index.ts";',
  'import { startTestParlour } from "@parlour/testkit";',
  "// openJournal opens the journal",
])("types, comments and the whole server are free: %s", (text) => {
  expect(findWiringFaults([{ path, text }], {})).toEqual([]);
});

test("a row that no file needs is refused, so that the list only shrinks", () => {
  expect(findWiringFaults([{ path, text: "" }], { [path]: ["openJournal"] })).toEqual([
    `tools/test-wiring.ts: ${path} does not import openJournal, remove it`,
  ]);
});
