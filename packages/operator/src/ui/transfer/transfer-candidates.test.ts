import type { OperatorEntry } from "@parlour/protocol/api";
import { expect, it } from "vitest";
import { toTransferCandidates } from "./transfer-candidates.ts";

const createCandidate = (id: number, name: string, answers_chats = true, chat_limit = 0) =>
  ({ id, name, photo: null, answers_chats, active: true, chat_limit }) as OperatorEntry;

it("[CORE-036] colleagues who can take the chat come first, the least busy in front; the others say why not", () => {
  const candidates = toTransferCandidates(
    { id: 1 },
    [
      createCandidate(1, "Me"),
      createCandidate(2, "Busy"),
      createCandidate(3, "Calm"),
      createCandidate(4, "Gone"),
      createCandidate(5, "Full", true, 1),
      createCandidate(6, "Elsewhere"),
      createCandidate(7, "Reader", false),
    ],
    {
      presence: new Map([2, 3, 5, 6].map((id) => [id, "online" as const])),
      load: new Map([
        [2, 3],
        [5, 1],
      ]),
      channelOperators: [1, 2, 3, 4, 5],
    },
  );
  expect(candidates.map(({ name, unavailableReason: obstacle }) => [name, obstacle])).toEqual([
    ["Calm", null],
    ["Busy", null],
    ["Elsewhere", "not_on_channel"],
    ["Full", "at_limit"],
    ["Gone", "offline"],
  ]);
});
