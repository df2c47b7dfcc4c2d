import type { FakeIntegrator, TestParlour } from "@parlour/testkit";
import { password } from "./sign-in-fixture.ts";
import type { WidgetFixture } from "./widget-fixture.ts";

/**
 * Creates one object of the first account for each resource in a path of the service API. Returns
 * their ids by resource, for example `push/subscriptions`.
 */
export async function createApiObjects(
  fixture: WidgetFixture,
  integrator: FakeIntegrator,
): Promise<Readonly<Record<string, string | number>>> {
  const { parlour } = fixture;
  const { owner, call, url } = parlour;
  const created = async (path: string, body: unknown): Promise<{ id: number }> => {
    const answer = await owner.call("POST", path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body as { id: number };
  };
  const firstOf = async (path: string): Promise<number> =>
    ((await owner.call("GET", path)).body as { items: { id: number }[] }).items[0]?.id ?? 0;

  const channel = await parlour.channel(`${integrator.url}/chat`);
  await parlour.sendCustomerMessage(channel, "c1", "Hello");
  const chat = await parlour.findChat("c1");
  await owner.call("POST", `chats/${chat.id}/messages`, {
    kind: "text",
    text: "Hi",
    client_id: "m1",
  });
  await owner.call("PATCH", "call-settings", { enabled: true, driver: "desk" });
  const win = await fixture.openWindow();
  await win.request({
    type: "offline",
    ref: "o1",
    contacts: { name: "Nadia N.", email: "nadia@shop.example", phone: "", description: "" },
    text: "Call me",
  });
  const [account] = ((await owner.call("GET", "accounts")).body as { items: { id: number }[] })
    .items;
  const provider = (await created("bot-providers", {
    name: "Night bot",
    contact: "night@bot.example",
    scope: "account",
    account_id: account?.id,
  })) as unknown as { id: string };
  await owner.call("POST", "instance/egress-allow", { add: [new URL(integrator.url).host] });
  const upload = async (path: string, file: File): Promise<number> => {
    const body = new FormData();
    body.set("file", file);
    const headers = { authorization: `Bearer ${owner.key}` };
    const answer = await fetch(`${url}/api/v1/${path}`, { method: "POST", headers, body });
    return ((await answer.json()) as { id: number }).id;
  };
  const lines = String(
    await upload("imports/files", new File(['{"kind":"person","id":"1"}'], "old.jsonl")),
  );
  const signedIn = await call(
    "POST",
    "sessions",
    { email: owner.email, password },
    { origin: url },
  );
  if (signedIn.status !== 200) throw new Error(signedIn.text);
  const [row] = await parlour.sql<{ id: string; account: string }>(
    "select id, account_id as account from session order by id desc limit 1",
  );
  const [key] = await parlour.sql<{ id: string }>(
    "insert into passkey (account_id, operator_id, credential_id, public_key, counter, transports, name, created_at) values ($1, $2, '\\x01', '\\x02', 0, '{}', 'Key', now()) returning id",
    [row?.account, owner.id],
  );
  const [device] = await parlour.sql<{ id: string }>(
    `with e as (insert into endpoint (account_id, kind, url, secret, secret_hint, name) values ($1, 'push', 'https://push.example/1', '\\x00', '', 'D') returning id)
     insert into push_subscription (account_id, operator_id, session_id, endpoint_id, name, language, created_at)
     select $1, $2, $3, id, 'D', 'en', now() from e returning id`,
    [row?.account, owner.id, row?.id],
  );
  const [grant] = await parlour.sql<{ id: string }>(
    `with a as (insert into application (id, name, redirect_uris, created_at) values ('app', 'Application', '{http://localhost/cb}', now()))
     insert into application_grant (account_id, operator_id, application_id, scopes, strong, created_at) values ($1, $2, 'app', '{chats.read}', false, now()) returning id`,
    [row?.account, owner.id],
  );
  const [ignored] = await parlour.sql<{ id: string }>(
    `insert into ignored_email (account_id, channel_id, external_id, reason, sender, sender_name, subject, body, received_at, raw)
     values ($1, $2, 'id', 'newsletter', 'news@shop.example', '', 'News', 'New teas', now(), '\\x00') returning id`,
    [row?.account, channel.id],
  );
  const [broadcast] = await parlour.sql<{ id: string }>(
    `insert into broadcast (account_id, name, segment_id, segment_name, condition, channel_id, content, stop_percent, operator_id, created_at)
     values ($1, 'Winter', 1, 'All', '{"all":[]}', $2, '{"text":"Tea"}', 20, $3, now()) returning id`,
    [row?.account, channel.id, owner.id],
  );
  const bulk = await owner.call("POST", "chats/bulk", {
    chats: [chat.id],
    do: [{ type: "priority", priority: "normal" }],
  });
  const dryRun = await owner.call("POST", "rules/dry-run", {
    rule: { when: { event: "chat_created" } },
    days: 7,
  });
  const section = await created("article-sections", { name: "S" });
  const agents = (await created("agents", { name: "A" })).id;
  await addReplay(parlour, { agent: agents, operator: owner.id });
  return {
    "me/applications": grant?.id ?? 0,
    "me/sessions": row?.id ?? 0,
    sessions: row?.id ?? 0,
    "me/passkeys": key?.id ?? 0,
    "push/subscriptions": device?.id ?? 0,
    operators: owner.id,
    chats: chat.id,
    "chats/bulk": bulk.body.id as number,
    "rules/dry-run": dryRun.body.id as number,
    reminders: (
      await created("reminders", {
        text: "Call back",
        due_at: new Date(parlour.clock.now() + 3_600_000).toISOString(),
      })
    ).id,
    // In the other account, this visitor has the number 1.
    visitors: (await win.waitForWelcome()).number,
    channels: channel.id,
    "ignored-emails": ignored?.id ?? 0,
    broadcasts: broadcast?.id ?? 0,
    fields: (
      await created("fields", { object: "visitor", key: "company", kind: "text", name: "Company" })
    ).id,
    tags: (await created("tags", { name: "VIP" })).id,
    "canned-replies": (
      await created("canned-replies", { shortcut: "hi", text: "Hello", scope: "account" })
    ).id,
    uploads: await upload("uploads", new File(["hello"], "note.txt", { type: "text/plain" })),
    imports: (await created("imports", { system: "jsonl", name: "Old", files: [lines] })).id,
    "visitor-imports": await upload(
      "visitor-imports",
      new File(["Id,Name\nc9,Nadia"], "people.csv"),
    ),
    "site-imports": (await created("site-imports", { address: "http://10.1.2.3/" })).id,
    blacklist: (await created("blacklist", { kind: "ip", value: "192.0.2.44" })).id,
    statuses: (await created("statuses", { name: "Break" })).id,
    roles: (await created("roles", { name: "Lead" })).id,
    departments: (await created("departments", { name: "Sales" })).id,
    calls: (await created("calls", { chat_id: chat.id, phone: "+442079460000" })).id,
    "bot-providers": provider.id,
    bots: (
      await created("bots", {
        provider_id: provider.id,
        token: "tok3n-tok3n-tok3n",
        endpoint_url: `${integrator.url}/bot`,
        name: "B",
      })
    ).id,
    webhooks: (await created("webhooks", { url: `${integrator.url}/hook` })).id,
    triggers: (
      await created("triggers", { name: "T", if: null, do: [{ type: "invitation", text: "Hi" }] })
    ).id,
    segments: (await created("segments", { name: "S", if: { all: [] }, shared: "all" })).id,
    rules: (
      await created("rules", {
        name: "R",
        when: { event: "rated" },
        do: [{ type: "priority", priority: "high" }],
      })
    ).id,
    "scheduled-reports": (
      await created("scheduled-reports", {
        name: "R",
        report: "days",
        recipients: ["ann@shop.example"],
      })
    ).id,
    agents,
    "sla-policies": (await created("sla-policies", { name: "P", close_s: 60 })).id,
    "article-sections": section.id,
    articles: (
      await created("articles", { section_id: section.id, language: "en", title: "A", body: "" })
    ).id,
    views: (await created("views", { name: "V", if: { all: [] }, shared: "all" })).id,
    macros: (await created("macros", { name: "M", do: [{ type: "close" }], shared: "all" })).id,
    "api-keys": (await created("api-keys", { name: "k" })).id,
    "offline-messages": await firstOf("offline-messages"),
    deliveries: await firstOf("deliveries?kind=channel"),
    endpoints: await firstOf("endpoints?kind=channel"),
  };
}

/** Adds a failed replay, its result and a question, each with the number 1, to an agent. */
export async function addReplay(
  { sql }: Pick<TestParlour, "sql">,
  { agent, operator }: { readonly agent: number; readonly operator: number },
): Promise<void> {
  await sql(
    `insert into agent_question (account_id, id, agent_id, text, created_at) overriding system value
     select account_id, 1, id, 'Where is it?', now() from agent where id = $1`,
    [agent],
  );
  await sql(
    `insert into agent_replay (account_id, id, agent_id, operator_id, subject, state, node, due_at, total, processed, created_at, ended_at)
     overriding system value select account_id, 1, id, $2, 'questions', 'failed', 1, now(), 1, 1, now(), now() from agent where id = $1`,
    [agent, operator],
  );
  await sql(
    `insert into agent_replay_result (account_id, replay_id, n, question_id, turns, action, passed)
     select account_id, 1, 1, 1, '[]', 'hand_over', true from agent where id = $1`,
    [agent],
  );
  // The next ids are free.
  await sql(
    "select setval(pg_get_serial_sequence(name, 'id'), 100) from unnest(array['agent_question', 'agent_replay']) name",
  );
}
