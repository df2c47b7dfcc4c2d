import { channel } from "@parlour/protocol/settings/kinds/channels/channel";
import { createChannelStore } from "../../store/settings/channels/channel-store.ts";
import { createStored } from "../kind/create-resource.ts";

/** Chat API channels in the provisioning file (CH-001). All channels share their routes. */
export const channelResource = createStored(channel, {
  store: createChannelStore("api"),
  subject: ({ name }) => `channel ${name}`,
  toCreatedChannel: ({ name, public_id, random_string, secret }, { secrets }) => ({
    name,
    publicId: public_id ?? "",
    randomString: secrets["random_string"] === null ? random_string : null,
    secret: secrets["secret"] === null ? secret : null,
  }),
});
