import { expect, test } from "vitest";
import { createMemoryBus } from "../../../bus/index.ts";
import { ManualClock } from "../../../clock.ts";
import { startCluster } from "../../../cluster/index.ts";
import type { SendRequest } from "../../../delivery/index.ts";
import type { Claim } from "../../../delivery/queue/index.ts";
import {
  startOutboundTyping,
  type OutboundTyping,
  type OutboundTypingDeps,
} from "./outbound-typing.ts";

const chat = { account: 1, chatId: 5 };
const claim = { account: 1, delivery: { chatId: 5, attempts: 0 } } as Claim;
const target = {
  account: 1,
  recipient: '"customer"',
  speaker: { name: "Ann", photo: "" },
  channel: { id: 3, enabled: true, deleted: false, publicId: "AbCdEf1234", appendPublicId: false },
  endpoint: { id: 9, url: "https://shop.example/in" },
};

/** Creates two nodes that send signals to `sent`. While `isHanging` is set, no send ends. */
function createNodes() {
  const clock = new ManualClock();
  const join = createMemoryBus();
  const sent: string[] = [];
  const state = { isHanging: false };
  const create = (node: number): OutboundTyping => {
    const cluster = startCluster({
      bus: join(),
      clock,
      node,
      onFault: (error) => expect.fail(String(error)),
    });
    cluster.setOtherNodes([3 - node]);
    const send: SendRequest = (_target, built) => {
      const type = /"type":"(\w+)"/.exec(String(built.body))?.[1];
      sent.push(`${node} ${type}`);
      return state.isHanging ? new Promise(() => undefined) : (Promise.resolve() as never);
    };
    return startOutboundTyping({
      clock,
      cluster,
      send,
      chatTarget: (() =>
        Promise.resolve({
          isRetrying: false,
          target,
        })) as unknown as OutboundTypingDeps["chatTarget"],
      sendConnectorTyping: () => Promise.resolve(),
      version: "test",
      log: { warn: (_fields, message) => expect.fail(message) },
    });
  };
  const nodes = [create(1), create(2)] as const;
  const signal = (typing: boolean): void => {
    for (const [n, node] of nodes.entries())
      node.signal({ ...chat, operatorId: 4, typing, isRemote: n === 1 });
  };
  return { clock, sent, state, nodes, signal };
}
async function passMessages(): Promise<void> {
  for (let n = 0; n < 10; n++) await new Promise((resolve) => void setImmediate(resolve));
}

test("[CH-077] [CORE-132] a node that sends a message waits for the typeout of the node at which the operator types", async () => {
  const { clock, sent, nodes, signal } = createNodes();
  const [, deliveringNode] = nodes;
  await passMessages();
  signal(true);
  await passMessages();
  expect(sent).toEqual(["1 typein"]);
  await deliveringNode.beforeMessage(claim);
  expect(sent).toEqual(["1 typein", "1 typeout"]);
  // Nobody types any more, so the next message asks nobody.
  await deliveringNode.beforeMessage(claim);
  await clock.advance(10_000);
  expect(sent).toEqual(["1 typein", "1 typeout"]);
});

test("[CH-077] [CORE-132] it also waits for a typeout that is being sent, and at most 300 ms", async () => {
  const { clock, sent, state, nodes, signal } = createNodes();
  const [, deliveringNode] = nodes;
  await passMessages();
  signal(true);
  await passMessages();
  state.isHanging = true;
  signal(false);
  await passMessages();
  expect(sent).toEqual(["1 typein", "1 typeout"]);
  let isDone = false;
  const before = deliveringNode.beforeMessage(claim).then(() => (isDone = true));
  await passMessages();
  await clock.advance(299);
  expect(isDone).toBe(false);
  await clock.advance(1);
  await before;
  expect(sent).toEqual(["1 typein", "1 typeout"]);
});
