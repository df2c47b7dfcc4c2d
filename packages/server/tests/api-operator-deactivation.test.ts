import { startIntegrator, startTestParlour } from "@parlour/testkit";
import { afterEach, expect, it } from "vitest";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

it("[CORE-003] however an operator was deactivated, his chats wait again, also after a restart", async () => {
  const parlour = await startTestParlour();
  closers.push(() => parlour.close());
  const integrator = await startIntegrator();
  closers.push(() => integrator.close());
  const bo = await parlour.operator("admin", "Bo");
  const channel = await parlour.channel(`${integrator.url}/chat`, {
    operators: [parlour.owner.id, bo.id],
  });
  await parlour.sendCustomerMessage(channel, "c1", "Hello");
  const { id } = await parlour.findChat("c1");
  expect((await bo.call("POST", `chats/${id}/accept`, {})).status).toBe(200);
  // Writes the row and the notice as the provisioning file does, without the routes. The running
  // node does not detect the change.
  await parlour.sql("update operator set active = false where id = $1", [bo.id]);
  await parlour.sql(
    `with h as (update account_head set config_version = config_version + 1 returning account_id)
    insert into journal (account_id, position, at, name, body)
    select h.account_id, (select max(position) + 1 from journal), now(), 'settings_changed', $1 from h`,
    [JSON.stringify({ kind: "operator", id: bo.id })],
  );
  await parlour.restart();
  await parlour.settle();
  expect(await parlour.findChat("c1")).toMatchObject({
    state: "waiting",
    assignee: null,
    participants: [],
  });
  // Lists do not contain the deactivated operator, so a client need not send that operator's id
  // back.
  const { operators } = (await parlour.owner.call("GET", `channels/${channel.id}`)).body as {
    operators: number[];
  };
  expect(operators).toEqual([parlour.owner.id]);
});
