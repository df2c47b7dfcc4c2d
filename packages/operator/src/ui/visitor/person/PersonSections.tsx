import type { Operator, Visitor } from "@parlour/protocol";
import type { VisitorProfile } from "@parlour/protocol/api";
import { useRef } from "react";
import { can } from "../../../state/session.tsx";
import type { ChannelKind } from "../../chat/channel-kinds.ts";
import { MergedVisitors } from "./MergedVisitors.tsx";
import { SuggestedVisitors } from "./SuggestedVisitors.tsx";
import "./person.css";

interface PersonSectionsProps {
  visitor: Visitor;
  person: VisitorProfile["person"];
  /** Kind of the channel on which the visitor writes. */
  channel: ChannelKind;
  me: Operator;
  /** Class of a section: that of the inbox panel, or that of the visitor's page. */
  section: "part" | "sect";
}

/** Shows the visitors of the person, and those who may be, to merge and separate (CORE-295). */
export function PersonSections({ visitor, person, channel, me, section }: PersonSectionsProps) {
  // Receives the focus after an action, because the pressed button disappears.
  const root = useRef<HTMLDivElement>(null);
  const canChange = can(me, "chats.answer");
  const onDone = () => root.current?.focus();
  return (
    <div className="persons" ref={root} tabIndex={-1}>
      {person !== null && <MergedVisitors {...{ visitor, person, canChange, section, onDone }} />}
      <SuggestedVisitors {...{ visitor, person, channel, canChange, section, onDone }} />
    </div>
  );
}
