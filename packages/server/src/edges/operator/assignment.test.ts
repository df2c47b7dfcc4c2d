import { describe, expect, it } from "vitest";
import type { AccountConfig, OperatorConfig } from "../../core/ports.ts";
import type { Presence, Role } from "../../core/entity.ts";
import { assignmentOf } from "./assignment.ts";

const operator = (id: number, more: Partial<OperatorConfig> = {}): OperatorConfig => ({
  id,
  name: `o${id}`,
  photo: "",
  role: "operator" as Role,
  active: true,
  chatLimit: 0,
  ...more,
});
const people = [
  operator(1),
  operator(2),
  operator(3, { chatLimit: 2 }),
  operator(4, { role: "viewer" }),
  operator(5, { active: false }),
  operator(6, { chatLimit: 1 }),
];
const config: AccountConfig = {
  accountId: 1,
  version: 1,
  suspended: false,
  departments: new Map(),
  bots: new Map(),
  webhooks: new Map(),
  hours: null,
  safeUrl: false,
  trustWebhookLinks: false,
  operators: new Map(people.map((one) => [one.id, one])),
  channels: new Map([
    [
      9,
      {
        id: 9,
        kind: "api" as const,
        name: "C",
        publicId: "p",
        enabled: true,
        deleted: false,
        endpointId: 1,
        mediaAs: "media objects" as const,
        operators: new Set([1, 3, 4, 5, 6]),
      },
    ],
  ]),
};
const online: Record<number, Presence> = { 1: "online", 2: "away", 3: "online", 4: "online", 5: "online" };
const input = {
  config,
  channelId: 9,
  state: "waiting" as const,
  presence: (id: number) => online[id] ?? "offline",
  openChats: new Map([
    [3, 2],
    [6, 5],
    [1, 50],
  ]),
};

describe("assignment", () => {
  it("[CORE-037] names everybody once: eligible, or with every reason why not", () => {
    expect(assignmentOf(input)).toEqual({
      rules: ["all"],
      eligible: [1],
      others: [
        { operator_id: 2, reasons: ["not_on_channel", "away"] },
        { operator_id: 3, reasons: ["at_limit"] },
        { operator_id: 4, reasons: ["not_on_channel"] },
        { operator_id: 6, reasons: ["offline", "at_limit"] },
      ],
    });
  });
  it("[CORE-037] a channel that is unknown has nobody; a closed chat asks nobody", () => {
    expect(assignmentOf({ ...input, channelId: 8 })?.eligible).toEqual([]);
    expect(assignmentOf({ ...input, state: "closed" })).toBeNull();
  });
});
