import type { Channel } from "@parlour/protocol";
import { DeleteThing } from "./DeleteThing.tsx";
import { t } from "./text.ts";

/** Deletes a channel after its name was typed (CH-111). */
export function DeleteChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  return (
    <DeleteThing
      list="channels"
      page="channels"
      id={channel.id}
      name={channel.name}
      text={t("channel.delete.text")}
      verb={t("channel.delete.verb")}
      onClose={onClose}
    />
  );
}
