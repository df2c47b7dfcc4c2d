import { getChat, receive } from "../bot/bot.fixture.ts";
import type { Presence } from "../entity.ts";
import type { ChatData } from "../event.ts";
import type { RoutingConfig } from "../command.ts";
import { TimedSimulation } from "./timed-simulation.fixture.ts";

/**
 * Creates a chat that started to wait a moment ago. The operators Ines, Ivan and Olga have the ids
 * 1, 2 and 3.
 */
export function createWaitingChat(
  present: Readonly<Record<number, Presence>> = { 1: "online", 2: "online", 3: "online" },
  routing: Partial<RoutingConfig> = {},
  prepare: (world: TimedSimulation) => void = () => undefined,
): { world: TimedSimulation; chat: number } {
  const world = new TimedSimulation();
  world.routing = { ...world.routing, ...routing };
  prepare(world);
  for (const [id, status] of Object.entries(present)) world.set(Number(id), status);
  world.execute(receive("Hello"));
  world.tick();
  return { world, chat: world.currentChat?.id ?? 0 };
}
export const getWait = ({
  world,
  chat,
}: {
  world: TimedSimulation;
  chat: number;
}): ChatData["wait"] => getChat(world, chat).wait;
export const systemTexts = (world: TimedSimulation): readonly string[] =>
  world.messages.flatMap((message) => (message.line ? [message.text] : []));
/** Adds an owner who is neither assigned to the channel nor online. */
export const addOwner = (id: number) => (world: TimedSimulation) =>
  void world.operators.set(id, {
    id,
    name: "Ann",
    photo: "",
    role: "owner",
    active: true,
    chatLimit: 0,
    hours: null,
  });
