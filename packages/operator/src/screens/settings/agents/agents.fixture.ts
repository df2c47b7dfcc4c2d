import type { Agent, AgentGates } from "@parlour/protocol/api";

/** An agent that stopped by itself. */
export const agent: Agent = {
  id: 2,
  name: "Helper",
  state: "shadow",
  instructions: "",
  threshold: 20,
  max_turns: 8,
  hand_over_when: { any: [] },
  topics: [],
  hours: null,
  channels: null,
  sections: null,
  quick_replies: true,
  share_percent: 10,
  skip_gates: null,
  proved: null,
  send_earlier_chats: false,
  says_it_is_a_machine: true,
  offers_person: true,
  endpoint_id: 12,
  stopped: "hand_overs",
  created_at: "2026-11-20T10:00:00.000Z",
  updated_at: "2026-11-20T10:00:00.000Z",
  managed: false,
};

/** Gates of which the third is not passed yet. */
export const gates: AgentGates = {
  replay: {
    replay_id: 6,
    chats: 100,
    marked: 64,
    good: 58,
    needed_marked: 50,
    needed_percent: 85,
    passed: true,
    sections: [
      { section_id: 4, name: "Returns", chats: 60, good: 50, wrong: 5, hand_overs: 0 },
      { section_id: null, name: null, chats: 40, good: 8, wrong: 1, hand_overs: 31 },
    ],
  },
  questions: {
    replay_id: 7,
    asked: 48,
    as_expected: 47,
    needed_asked: 10,
    needed_percent: 95,
    passed: true,
    sections: [{ section_id: 4, name: "Returns", asked: 48, as_expected: 47 }],
  },
  shadow: {
    chats: 64,
    same: 30,
    changed: 10,
    other: 10,
    hand_overs: 9,
    needed_chats: 100,
    needed_percent: 80,
    passed: false,
    reasons: [
      { reason: "topic", chats: 6 },
      { reason: "no_source", chats: 3 },
    ],
  },
  share: {
    chats: 0,
    hand_overs: 0,
    bad_ratings: 0,
    needed_chats: 20,
    hand_overs_percent: 40,
    bad_ratings_percent: 10,
    passed: false,
    reasons: [],
  },
};
