import type { Bot, Webhook } from "@parlour/protocol/api";
import type { Channel } from "@parlour/protocol";
import { IconArrowsExchange, IconPlugConnected } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { can, readsTexts, useCurrentOperator } from "../../../state/session.tsx";
import { LineSkeleton, useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { EmptyState } from "../../../ui/badges.tsx";
import { useTitle } from "../../../ui/title.ts";
import { IntegrationsHeader } from "../IntegrationsHeader.tsx";
import { TestForm } from "./TestForm.tsx";
import type { TestTarget } from "../../../ui/exchange/test/test-event.ts";
import { t } from "../text.ts";

/**
 * Renders the Tests screen: sends test events with an editable sample, and shows how Parlour
 * interprets the response (product.md 6, API-310).
 */
export function Tests() {
  useTitle("section", t("integrations.title"));
  useTitle("page", t("integrations.tests"));
  const router = useRouter();
  const canAdd = readsTexts(useCurrentOperator());
  const targetsQuery = useTestTargets();
  const isDelayed = useDelayedLoading(targetsQuery.isPending);
  const [selectedKey, setSelectedKey] = useState<string | null>(() => {
    const { kind, id } = router.state.location.search as Record<string, unknown>;
    return typeof kind === "string" ? `${kind} ${String(id)}` : null;
  });
  const targets = targetsQuery.data ?? [];
  const target = targets.find((item) => getTargetKey(item) === selectedKey) ?? targets[0];
  return (
    <main className="page">
      <IntegrationsHeader current="tests" />
      {targetsQuery.isError && (
        <ErrorMessage error={targetsQuery.error} onRetry={() => void targetsQuery.refetch()} />
      )}
      <div className="body">
        {isDelayed && (
          <section className="card testbox" aria-busy="true">
            <LineSkeleton lines={6} />
          </section>
        )}
        {targetsQuery.isSuccess && target === undefined && (
          <EmptyState
            icon={IconPlugConnected}
            title={t("test.empty")}
            action={
              canAdd && (
                <Link className="btn" to="/settings/$" params={{ _splat: "webhooks/new" }}>
                  <Icon of={IconArrowsExchange} /> {t("test.empty.go")}
                </Link>
              )
            }
          >
            {t("test.empty.text")}
          </EmptyState>
        )}
        {target !== undefined && (
          <TestForm
            key={getTargetKey(target)}
            targets={targets}
            target={target}
            onTarget={(next) => setSelectedKey(getTargetKey(next))}
          />
        )}
      </div>
    </main>
  );
}

const getTargetKey = ({ kind, id }: TestTarget): string => `${kind} ${id}`;

/** Loads all endpoints that test events can be sent to. */
function useTestTargets() {
  const me = useCurrentOperator();
  return useQuery({
    queryKey: ["test-targets"],
    queryFn: async (): Promise<TestTarget[]> => {
      const [webhooks, bots, channels] = await Promise.all([
        can(me, "webhooks.manage") ? api.list<Webhook>("/webhooks") : [],
        can(me, "bots.manage") ? api.list<Bot>("/bots") : [],
        can(me, "channels.manage") ? api.list<Channel>("/channels") : [],
      ]);
      return [
        ...webhooks.map(({ id, url }) => ({ kind: "webhook" as const, id, name: url })),
        ...bots.map(({ id, name }) => ({ kind: "bot" as const, id, name })),
        ...channels
          .filter(({ kind }) => kind === "api")
          .map(({ id, name }) => ({ kind: "channel" as const, id, name })),
      ];
    },
  });
}
