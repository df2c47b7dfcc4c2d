import "./edit.css";
import type { ChangeState } from "@parlour/protocol";
import { Link } from "@tanstack/react-router";
import { can, useCurrentOperator } from "../../../../state/session.tsx";
import { t as inboxText } from "../../text.ts";

interface ChangeResultProps {
  change: ChangeState;
  text: string;
}

/** Shows how far a change has come. A refused one has the reason and a link to its delivery. */
export function ChangeResult({ change, text }: ChangeResultProps) {
  const me = useCurrentOperator();
  const { state, error, delivery_id } = change;
  return (
    <output className={state === "refused" ? "change danger" : "change"}>
      {text}
      {state === "refused" && error !== null && <bdi> {error.message}</bdi>}
      {state === "refused" && can(me, "deliveries.read") && (
        <>
          {" "}
          <Link to="/integrations/$" params={{ _splat: `deliveries/${delivery_id}` }}>
            {inboxText("fail.details")}
          </Link>
        </>
      )}
    </output>
  );
}
