import { IconProgressCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Icon } from "../../../ui/Icon.tsx";
import { useCurrentOperator } from "../../../state/session.tsx";
import { readsAllTexts } from "./Gates.tsx";
import { t } from "./text.ts";

/** Link from an agent to its replays and questions. */
export const ProofLink = ({ id }: { readonly id: number }) =>
  readsAllTexts(useCurrentOperator()) && (
    <Link className="btn quiet" to="/settings/$" params={{ _splat: `proof/${id}` }}>
      <Icon of={IconProgressCheck} /> {t("agent.proof")}
    </Link>
  );
