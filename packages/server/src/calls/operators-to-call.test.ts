import { describe, expect, test } from "vitest";
import { ChatSimulation } from "../core/chat/testing/chat-simulation.fixture.ts";
import type { OperatorConfig } from "../core/command.ts";
import { getOperatorsToCall } from "./operators-to-call.ts";

const operator = (id: number, overrides: Partial<OperatorConfig> = {}): OperatorConfig => ({
  id,
  name: `Operator ${id}`,
  photo: "",
  role: "operator",
  active: true,
  chatLimit: 0,
  hours: null,
  ...overrides,
});
const ids = [1, 2, 3, 4, 5, 6];

describe("operators of a call request", () => {
  const world = new ChatSimulation();
  const { config } = world.context();
  const channel = { ...world.channel, operators: new Set([1, 2, 3, 4, 6]) };
  const operators = new Map(ids.map((id) => [id, operator(id, id === 6 ? { active: false } : {})]));
  const departments = new Map([
    [9, { id: 9, name: "Returns", operators: new Set([2, 4]), hours: null }],
  ]);
  const settings = {
    ...config,
    operators,
    departments,
    channels: new Map([[channel.id, channel]]),
  };
  const spot = {
    channel: { id: channel.id, name: "Shop", kind: "widget" as const },
    department: null,
  };
  const order = (
    online: readonly number[],
    assignee: number | null,
    overrides: object = {},
    away: readonly number[] = [],
  ) =>
    getOperatorsToCall(
      settings,
      { operator: null },
      { ...spot, assignee: assignee === null ? null : { id: assignee, name: "" }, ...overrides },
      {
        presence: (id) => (online.includes(id) ? "online" : away.includes(id) ? "away" : "offline"),
        now: 0,
      },
    );

  test("[CORE-135] the chat's operator comes first, then everybody who is online and chosen for the channel", () => {
    expect(order(ids, 3)).toEqual([3, 1, 2, 4]);
    expect(order([1, 4], null)).toEqual([1, 4]);
  });

  test("[CORE-135] nobody who is offline is named, not even the chat's operator", () => {
    expect(order([4], 3)).toEqual([4]);
    expect(order([], 3)).toEqual([]);
  });

  test("[CORE-135] the chat's operator is named while away; other people who are away are not", () => {
    expect(order([1], 3, {}, [2, 3])).toEqual([3, 1]);
  });

  test("[CORE-135] the department of the chat narrows the list down", () => {
    expect(order(ids, null, { department: { id: 9, name: "Returns" } })).toEqual([2, 4]);
  });

  test("[CORE-396] an operator outside their own hours is rung only for their own chat", () => {
    const id = 2;
    const never = { timezone: "UTC", week: {}, exceptions: {} };
    const config = {
      ...settings,
      operators: new Map([...settings.operators, [id, operator(id, { hours: never })]]),
    };
    const list = (assignee: { id: number; name: string } | null) =>
      getOperatorsToCall(
        config,
        { operator: null },
        { ...spot, assignee },
        { presence: () => "online", now: 0 },
      );
    expect(list(null)).not.toContain(id);
    expect(list({ id, name: "" })[0]).toBe(id);
  });

  test("[CORE-135] the operator who calls out or took the call is the only one", () => {
    expect(
      getOperatorsToCall(settings, { operator: { id: 5, name: "" } }, null, {
        presence: () => "offline",
        now: 0,
      }),
    ).toEqual([5]);
  });
});
