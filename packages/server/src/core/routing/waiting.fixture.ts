import { chatOf, says } from "../bot/bot.fixture.ts";
import type { Presence } from "../entity.ts";
import type { ChatDraft } from "../event.ts";
import type { RoutingConfig } from "../ports.ts";
import { TimedWorld } from "./timed-world.fixture.ts";

/**
 * Creates a chat that started waiting a moment ago; operators Ines, Ivan and Olga have ids 1, 2, 3.
 */
export function waiting(
  present: Readonly<Record<number, Presence>> = { 1: "online", 2: "online", 3: "online" },
  routing: Partial<RoutingConfig> = {},
  prepare: (world: TimedWorld) => void = () => undefined,
): { world: TimedWorld; chat: number } {
  const world = new TimedWorld();
  world.routing = { ...world.routing, ...routing };
  prepare(world);
  for (const [id, is] of Object.entries(present)) world.set(Number(id), is);
  world.act(says("Hello"));
  world.tick();
  return { world, chat: world.running?.id ?? 0 };
}
export const waitOf = ({ world, chat }: { world: TimedWorld; chat: number }): ChatDraft["wait"] => chatOf(world, chat).wait;
export const texts = (world: TimedWorld): readonly string[] => world.messages.flatMap((one) => (one.line ? [one.text] : []));
/** Adds an owner who is neither assigned to the channel nor online. */
export const admin = (id: number) => (world: TimedWorld) =>
  void world.operators.set(id, { id, name: "Ann", photo: "", role: "owner", active: true, chatLimit: 0 });
