import { expect, test } from "vitest";
import type { Facts } from "../bridge.ts";
import { openKnown } from "./known.ts";

const nobody = { name: null, email: null, phone: null, description: null };
const facts = (number: number | null, unread = 0): Facts => ({
  connected: number !== null,
  number,
  situation: null,
  contacts: nobody,
  unread,
  agents: [],
  calling: false,
  quiet: false,
  hasMessages: number !== null,
});

test("[WG-064] [WG-047] after clearHistory nothing of the forgotten visitor is heard any more, unless he comes again: signed", () => {
  const known = openKnown();
  known.take(facts(412, 2));
  known.forget();
  // The chat window has not processed `forget` yet.
  expect(known.take(facts(412, 3))).toBe(null);
  expect(known.facts()).toMatchObject({ number: null, unread: 0 });
  known.take(facts(null));
  known.take(facts(413));
  known.take(facts(412, 1));
  expect(known.facts()).toMatchObject({ connected: true, number: 412, unread: 1, hasMessages: true });
});
