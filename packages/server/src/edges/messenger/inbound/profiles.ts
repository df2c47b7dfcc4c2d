import { requestTimeoutMs, type GraphClient } from "../../../connectors/meta/graph-client.ts";
import { toLine } from "../../../connectors/meta/values.ts";
import type { ConnectorChannel } from "../../../connectors/connector.ts";
import type { Clock } from "../../../core/command.ts";
import { evictOldest } from "../../../core/bounded-map.ts";
import type { Product } from "../products.ts";
import { readAnswer } from "../service/reply.ts";

export interface ProfileDeps {
  readonly clock: Clock;
  readonly product: Product;
  readonly graph: GraphClient;
}
/** Name and picture of a customer. Empty if Meta does not give them. */
export interface Profile {
  readonly name?: string | undefined;
  readonly photo?: string | undefined;
}

/** Time limit of a request, in milliseconds: the message waits for it. */
const timeoutMs = requestTimeoutMs / 2;
const hour = 3_600_000;
const maxProfiles = 10_000;

/**
 * Creates the function that reads the profile of a customer (ME-015), because messages contain only
 * their id. It is read once a day, and after a failure once in ten minutes.
 */
export function createProfiles({
  product,
  graph,
  clock,
}: ProfileDeps): (channel: ConnectorChannel, customer: string) => Promise<Profile> {
  const known = new Map<string, { readonly profile: Profile; readonly until: number }>();
  return async (channel, customer) => {
    const key = `${channel.id} ${customer}`;
    const found = known.get(key);
    if (found !== undefined && found.until > clock.now()) return found.profile;
    const answer = readAnswer(
      await graph.get(channel, `${customer}?fields=${product.profile}`, timeoutMs),
    );
    const isRead = answer.kind === "ok";
    const profile = isRead ? toProfile(answer.body) : (found?.profile ?? {});
    known.delete(key);
    known.set(key, { profile, until: clock.now() + (isRead ? 24 * hour : hour / 6) });
    evictOldest(known, maxProfiles);
    return profile;
  };
}

function toProfile(fields: Readonly<Record<string, unknown>>): Profile {
  const { first_name, last_name, name, username, profile_pic } = fields;
  const full = [toLine(first_name), toLine(last_name)].filter((part) => part !== "").join(" ");
  const photo = typeof profile_pic === "string" ? profile_pic : "";
  return {
    name: full || toLine(name) || toLine(username) || undefined,
    photo: photo.startsWith("https://") ? photo : undefined,
  };
}
