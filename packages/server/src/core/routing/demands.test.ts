import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getChat, receive } from "../bot/bot.fixture.ts";
import { closeChat } from "../chat/close.ts";
import { demandSkill } from "../chat/details/demand-skill.ts";
import type { OperatorConfig, RoutingConfig } from "../command.ts";
import type { Presence } from "../entity.ts";
import type { ChatData } from "../event.ts";
import { TimedSimulation } from "./timed-simulation.fixture.ts";

interface Setup {
  readonly operators: readonly Partial<OperatorConfig>[];
  readonly present: readonly Presence[];
  readonly skills?: readonly string[];
  /** Language of the visitor, which the department then demands. */
  readonly language?: string | undefined;
  readonly mode?: RoutingConfig["mode"];
  /** Ids of operators outside the department. */
  readonly strangers?: readonly number[];
}

/** Creates a chat of a department that demands something. It has not been offered yet. */
function createDemandingChat({
  operators,
  present,
  skills = [],
  language,
  mode = "all",
  strangers = [],
}: Setup): { world: TimedSimulation; chat: number } {
  const world = new TimedSimulation();
  world.routing = { ...world.routing, mode };
  const plain = world.operators.get(1)!;
  for (const [n, more] of operators.entries())
    world.operators.set(n + 1, {
      ...plain,
      id: n + 1,
      name: `o${n + 1}`,
      ...more,
    });
  const ids = [...world.operators.keys()];
  world.channel = { ...world.channel, operators: new Set(ids) };
  world.departments.set(1, {
    id: 1,
    name: "Sales",
    operators: new Set(ids.filter((id) => !strangers.includes(id))),
    hours: null,
    matchLanguage: language !== undefined,
    skills,
  });
  for (const [n, status] of present.entries()) world.set(n + 1, status);
  world.execute(receive("Hello"));
  const chat = world.currentChat?.id ?? 0;
  world.chats.set(chat, {
    ...getChat(world, chat),
    department: { id: 1, name: "Sales" },
    session: (language === undefined ? null : { language }) as ChatData["session"],
  });
  return { world, chat };
}
const getOffered = ({ world, chat }: ReturnType<typeof createDemandingChat>) =>
  getChat(world, chat).wait?.offered ?? [];

describe("chats that demand languages and skills", () => {
  it("[CORE-397] [CORE-398] a chat is offered to those who have all skills, and says what others miss", () => {
    const created = createDemandingChat({
      operators: [{ skills: ["returns", "VIP"] }, { skills: ["Returns"] }, {}],
      present: ["online", "online", "online"],
      skills: ["Returns", "vip"],
    });
    created.world.tick();
    expect(getOffered(created)).toEqual([1]);
    created.world.pass(3_600_000);
    expect(getOffered(created)).toEqual([1]);
    expect(getChat(created.world, created.chat).assignment?.others).toEqual([
      { operator_id: 2, reasons: ["missing_skill"] },
      { operator_id: 3, reasons: ["missing_skill"] },
    ]);
  });
  it.each([
    ["en-GB", ["en"], true],
    ["en", ["de", "en-GB"], true],
    ["pt-br", ["pt-BR"], true],
    ["pt-PT", ["pt-BR"], false],
    ["en", ["eno"], false],
    ["en", [], false],
  ])("[CORE-397] a visitor with %s and an operator with %j", (language, languages, isSpoken) => {
    const created = createDemandingChat({
      operators: [{ languages }, {}, {}],
      present: ["online"],
      language,
    });
    created.world.tick();
    expect(getOffered(created)).toEqual(isSpoken ? [1] : []);
  });
  it("[CORE-399] after 30 s without anybody suitable the others get it, and later those who come", () => {
    const created = createDemandingChat({
      operators: [{ languages: ["fi"] }, {}, {}],
      present: ["away", "online", "offline"],
      language: "fi",
    });
    created.world.tick();
    created.world.pass(20_000);
    expect(getOffered(created)).toEqual([]);
    created.world.pass(10_000);
    expect(getOffered(created)).toEqual([2]);
    expect(getChat(created.world, created.chat).assignment).toEqual({
      rules: ["all", "next", "demands_ignored"],
      eligible: [2],
      others: [
        { operator_id: 1, reasons: ["away"] },
        { operator_id: 3, reasons: ["offline", "other_language"] },
      ],
    });
    created.world.set(1, "online");
    created.world.tick();
    expect(getOffered(created)).toEqual([2, 1]);
  });
  it("[ACT-016] a chat that begins to demand a skill is offered again, to those who have it", () => {
    const created = createDemandingChat({
      operators: [{ skills: ["Returns"] }, {}, { skills: ["VIP"] }],
      present: ["online", "online", "online"],
    });
    const { world, chat } = created;
    world.tick();
    expect(getOffered(created)).toEqual([1, 2, 3]);
    const demand = (skill: string) => world.execute(demandSkill({ operatorId: null, skill }), chat);
    demand(" returns ");
    world.tick();
    expect(getOffered(created)).toEqual([1]);
    const { length } = world.events;
    demand("Returns");
    expect(world.events).toHaveLength(length);
    expect(getChat(world, chat).skills).toEqual(["returns"]);
    world.pass(60_000);
    demand("VIP");
    world.tick();
    // Nobody has both, and the offers of later steps stay.
    expect(getOffered(created)).toEqual([1, 2, 3]);
    world.execute(closeChat({ operatorId: 1, reason: null }), chat, 1);
    expect(demand("other")).toMatchObject({ failure: "chat_closed" });
  });
  it("[CORE-398] nobody who misses something is offered a chat while somebody suitable can take it", () => {
    const presence = fc.constantFrom<Presence>("online", "away", "offline");
    const operator = fc.record({
      skills: fc.subarray(["returns", "vip"]),
      languages: fc.subarray(["en", "fi"]),
    });
    const setup = fc.record({
      operators: fc.array(operator, { minLength: 5, maxLength: 5 }),
      present: fc.array(presence, { minLength: 5, maxLength: 5 }),
      skills: fc.subarray(["returns", "vip"]),
      language: fc.constantFrom("en-GB", "fi", undefined),
      mode: fc.constantFrom<RoutingConfig["mode"]>("all", "round_robin", "least_busy"),
      strangers: fc.subarray([1, 2, 3]),
    });
    const step = fc.oneof(
      fc.record({ pass: fc.constantFrom(1_000, 29_000, 31_000, 70_000) }),
      fc.record({ operator: fc.integer({ min: 1, max: 5 }), status: presence }),
    );
    fc.assert(
      fc.property(setup, fc.array(step, { maxLength: 12 }), (given, steps) => {
        const { world } = createDemandingChat(given);
        const isSuited = (id: number): boolean => {
          const { skills = [], languages = [] } = world.operators.get(id) ?? {};
          const language = given.language?.slice(0, 2);
          return (
            given.skills.every((skill) => skills.includes(skill)) &&
            (language === undefined || languages.includes(language))
          );
        };
        world.onChange = (before, { wait }) => {
          const earlier = before?.wait?.offered ?? [];
          const added = (wait?.offered ?? []).filter((id) => !earlier.includes(id));
          const suited = [...world.operators.keys()].filter(
            (id) =>
              isSuited(id) &&
              world.presence.get(id) === "online" &&
              (wait?.step === "channel" || !given.strangers.includes(id)),
          );
          if (suited.length > 0) expect(added.filter((id) => !isSuited(id))).toEqual([]);
        };
        world.tick();
        for (const one of steps) {
          if ("pass" in one) world.pass(one.pass);
          else world.set(one.operator, one.status);
          world.tick();
        }
      }),
    );
  });
});
