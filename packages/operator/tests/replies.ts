import type { CannedReply } from "@parlour/protocol/api";

/** Creates a quick reply of the account. */
export const createReply = (id: number, fields: Partial<CannedReply>): CannedReply => ({
  id,
  scope: "account",
  department_id: null,
  folder: "",
  shortcut: "hello",
  language: "",
  text: "Hello",
  for_agents: false,
  uses: 0,
  created_at: "2026-11-20T10:00:00.000Z",
  updated_at: "2026-11-20T10:00:00.000Z",
  managed: false,
  ...fields,
});
