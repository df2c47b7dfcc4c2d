import type { Agent } from "@parlour/protocol/api";

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
  send_earlier_chats: false,
  says_it_is_a_machine: true,
  offers_person: true,
  endpoint_id: 12,
  stopped: "hand_overs",
  created_at: "2026-11-20T10:00:00.000Z",
  updated_at: "2026-11-20T10:00:00.000Z",
  managed: false,
};
