import type { Chat, Operator } from "@parlour/protocol";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { useQuery } from "@tanstack/react-query";
import { useHasElapsed } from "../../../ui/loading/delay.ts";
import { PersonSections } from "../../../ui/visitor/person/PersonSections.tsx";
import { WriteEmailButton } from "../../../ui/email/WriteEmailButton.tsx";
import { visitorProfileQuery } from "../../../ui/visitor/person/use-person.ts";

const loadDelayMs = 200;

/** Shows the person of the chat's visitor, and who may be the same person (CORE-295). */
export function ChatPerson({ chat, me }: { chat: Chat; me: Operator }) {
  const { visitor, channel } = chat;
  // Waits before loading, so that chats the operator only steps past in the list cause no request.
  const isSettled = useHasElapsed(loadDelayMs);
  const query = useQuery({
    ...visitorProfileQuery(visitor.number),
    staleTime: 60_000,
    enabled: isSettled,
  });
  return (
    <>
      {visitor.email !== null && !getCapabilities(channel.kind).email && (
        <div className="part writemail">
          <WriteEmailButton
            me={me}
            to={{ address: visitor.email.value, name: visitor.name?.value ?? "" }}
            isWide
          />
        </div>
      )}
      {query.data !== undefined && (
        <PersonSections
          visitor={visitor}
          person={query.data.person}
          channel={channel.kind}
          me={me}
          section="part"
        />
      )}
    </>
  );
}
