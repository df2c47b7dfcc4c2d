import { expect, test } from "vitest";
import type { PublicState } from "../../bridge.ts";
import { createVisitorState } from "./visitor-state.ts";

const emptyContacts = { name: null, email: null, phone: null, description: null };
const createState = (number: number | null, unread = 0): PublicState => ({
  connected: number !== null,
  number,
  situation: null,
  contacts: emptyContacts,
  unread,
  agents: [],
  calling: false,
  quiet: false,
  hasMessages: number !== null,
});

test("[WG-064] [WG-047] after clearHistory nothing of the forgotten visitor is heard any more, unless he comes again: signed", () => {
  const visitorState = createVisitorState();
  visitorState.update(createState(412, 2));
  visitorState.clear();
  // The chat window has not processed `forget` yet.
  expect(visitorState.update(createState(412, 3))).toBe(null);
  expect(visitorState.facts()).toMatchObject({ number: null, unread: 0 });
  visitorState.update(createState(null));
  visitorState.update(createState(413));
  visitorState.update(createState(412, 1));
  expect(visitorState.facts()).toMatchObject({
    connected: true,
    number: 412,
    unread: 1,
    hasMessages: true,
  });
});
