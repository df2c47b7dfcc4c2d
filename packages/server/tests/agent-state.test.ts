import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { createReply, openAgentFixture, type AgentFixture } from "./agent-fixture.ts";
import { formatPlan, sampleFile, useInstallation } from "./provisioning-fixture.ts";

/** The ladder of gates: nobody gets answers of an agent that was not proved (AGENT-115). */
describe("over the service API", () => {
  let fixture: AgentFixture;
  beforeAll(async () => {
    fixture = await openAgentFixture({ state: "shadow", skip_gates: null });
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.patchAgent({ state: "shadow", skip_gates: null }));
  const patch = (body: object) =>
    fixture.parlour.owner.call("PATCH", `agents/${fixture.agent.id}`, body);
  const read = async () =>
    (await fixture.parlour.owner.call("GET", `agents/${fixture.agent.id}`)).body;
  /** Inserts what proves the agent in replays and in shadow. */
  const prove = async (): Promise<void> => {
    const { owner } = fixture.parlour;
    fixture.script(createReply());
    const { id } = await fixture.startChat(
      "customer 1",
      "How long does the delivery of a parcel take?",
    );
    await fixture.pause();
    await owner.call("POST", `chats/${id}/accept`);
    const text = "Your parcel arrives within three days of the order.";
    await owner.call("POST", `chats/${id}/messages`, { kind: "text", client_id: "reply-1", text });
    await fixture.parlour.sql(
      `insert into agent_replay (account_id, agent_id, operator_id, subject, state, node, due_at, total, processed, created_at)
       select a.account_id, a.id, (select min(id) from operator), s.subject, 'done', 1, now(), 60, 60, now()
       from agent a, (values ('chats'), ('questions')) s (subject) where a.id = $1`,
      [fixture.agent.id],
    );
    await fixture.parlour.sql(
      `insert into agent_replay_result (account_id, replay_id, n, action, mark, passed)
       select r.account_id, r.id, n, 'answer', case when r.subject = 'chats' then 'good' end, case when r.subject = 'questions' then true end
       from agent_replay r, generate_series(1, 60) n`,
    );
    await fixture.parlour.sql(
      `insert into agent_turn (account_id, delivery_id, bot_id, chat_id, shadow, action, reason, at)
       select a.id, -n, $1, -n, true, 'answer', null, now() - interval '1 year' from account a, generate_series(1, 120) n`,
      [fixture.agent.botId],
    );
  };

  it("[AGENT-115] a state beyond the last passed gate is refused with the names of the gates", async () => {
    const needed = ["replay", "questions", "shadow"];
    for (const [state, gates] of [
      ["share", needed],
      ["on", [...needed, "share"]],
    ] as const) {
      const refused = await patch({ state });
      expect([refused.status, refused.body.error]).toMatchObject([
        409,
        { code: "gates_not_passed", field: "state", gates },
      ]);
      const created = await fixture.parlour.owner.call("POST", "agents", { name: "Second", state });
      expect(created.body.error).toMatchObject({ code: "gates_not_passed", gates });
    }
    expect(await read()).toMatchObject({ state: "shadow", skip_gates: null, proved: null });
    expect((await fixture.parlour.owner.call("GET", "agents")).body.items).toHaveLength(1);
  });

  it("[AGENT-115] gates are skipped with a reason, once, which the audit log keeps", async () => {
    for (const reason of ["", " ", true, "x".repeat(501)])
      expect((await patch({ state: "on", skip_gates: reason })).status).toBe(400);
    const reason = "It answered on our old site for a year.";
    expect((await patch({ state: "share", skip_gates: reason })).body).toMatchObject({
      state: "share",
      skip_gates: reason,
    });
    const { body } = await fixture.parlour.owner.call("GET", "audit?limit=5");
    expect(JSON.stringify(body.items)).toContain(reason);
    // Each step needs a reason of its own, also one that was made before.
    expect((await patch({ state: "on" })).status).toBe(409);
    for (const change of [{ instructions: "Be brief." }, { state: "share", threshold: 30 }])
      expect((await patch(change)).body).toMatchObject({ state: "share", skip_gates: reason });
    expect((await patch({ state: "off" })).body).toMatchObject({ skip_gates: null });
    expect((await patch({ state: "share" })).status).toBe(409);
  });

  it("[AGENT-115] an agent that answers visitors without a proof continues until its state is set", async () => {
    await fixture.parlour.sql("update agent set state = 'on', skip_gates = null");
    const kept = await patch({ state: "on", instructions: "Be brief." });
    expect([kept.status, kept.body]).toMatchObject([200, { state: "on", proved: null }]);
    expect((await patch({ state: "share" })).body).toMatchObject({ state: "share" });
    expect((await patch({ state: "on" })).status).toBe(409);
  });

  it("[AGENT-115] [AGENT-061] with its gates passed it needs no reason, and no new proof after a pause", async () => {
    await prove();
    expect((await patch({ state: "on" })).body.error).toMatchObject({ gates: ["share"] });
    expect((await patch({ state: "share" })).body).toMatchObject({
      state: "share",
      proved: "share",
    });
    await fixture.parlour.sql("delete from agent_replay_result");
    expect((await patch({ state: "off" })).status).toBe(200);
    expect((await patch({ state: "share" })).status).toBe(200);
    expect((await patch({ state: "on" })).body.error).toMatchObject({
      gates: ["replay", "questions", "share"],
    });
  });
});

describe("by the provisioning file", () => {
  const { apply, findErrors, queryRows } = useInstallation();
  const withAgent = (entry: string): string =>
    `${sampleFile}agents: [{ name: Helper, ${entry} }]\n`;
  const readState = async () => (await queryRows("select state, skip_gates from agent"))[0];

  test("[AGENT-115] [AGENT-116] a file that sets a state beyond the gates changes nothing, unless it says why", async () => {
    const [error] = await findErrors(withAgent("state: on"));
    expect(error).toContain(
      "agent Helper: The agent has not passed: replay, questions, shadow, share",
    );
    expect(await queryRows("select from agent")).toEqual([]);
    await apply(withAgent("state: shadow"));
    expect(await findErrors(withAgent("state: share"))).toHaveLength(1);
    expect(await readState()).toEqual({ state: "shadow", skip_gates: null });
    const skipping = withAgent("state: on, skip_gates: We tried it elsewhere");
    await apply(skipping);
    expect(await readState()).toEqual({ state: "on", skip_gates: "We tried it elsewhere" });
    expect(formatPlan(await apply(skipping))).toEqual([]);
  });

  test("[AGENT-116] a file does not start an agent again that stopped by itself, and the rest of it is applied", async () => {
    await apply(withAgent("state: shadow"));
    await queryRows("update agent set state = 'on', skip_gates = null");
    // Before gates were needed, the file said so.
    expect(formatPlan(await apply(withAgent("state: on")))).toEqual([]);
    await queryRows("update agent set state = 'shadow', stopped = 'hand_overs'");
    const skipping = "state: on, skip_gates: We tried it elsewhere";
    for (const entry of ["state: on", skipping]) {
      await apply(withAgent(`${entry}, instructions: Be brief`));
      expect(await queryRows("select state, stopped, skip_gates, instructions from agent")).toEqual(
        [{ state: "shadow", stopped: "hand_overs", skip_gates: null, instructions: "Be brief" }],
      );
    }
    // The owner of the file decides by a state that needs no gate.
    await apply(withAgent("state: off"));
    await apply(withAgent(skipping));
    expect(await readState()).toEqual({ state: "on", skip_gates: "We tried it elsewhere" });
  });
});
