import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Failure } from "../../../ui/Failure.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Empty, Tag } from "../../../ui/marks.tsx";
import { useWebhooks } from "../data.ts";
import { PageHead } from "../FormPage.tsx";
import { At, LastFailure, Loaded } from "../parts.tsx";
import { t as shared } from "../text.ts";
import { t } from "./text.ts";
import { hostOf } from "./webhook-form.ts";

/** Settings → Webhooks: all endpoints (WH-001). */
export function WebhookList() {
  const read = useWebhooks();
  const add = (
    <Link className="btn primary" to="/settings/$" params={{ _splat: "webhooks/new" }}>
      <Icon of={IconPlus} /> {t("hooks.new")}
    </Link>
  );
  return (
    <Loaded read={read} title={shared("menu.webhooks")} about={t("hooks.about")} rows>
      {(webhooks) => (
        <section className="formpage" aria-label={shared("menu.webhooks")}>
          <PageHead title={shared("menu.webhooks")} about={t("hooks.about")}>
            {webhooks.length > 0 && add}
          </PageHead>
          {read.isError && <Failure error={read.error} onRetry={() => void read.refetch()} />}
          <div className="body">
            {webhooks.length === 0 ? (
              <Empty icon={IconWebhook} title={t("hooks.empty")} action={add}>
                {t("hooks.empty.text")}
              </Empty>
            ) : (
              <div className="cols wide">
                <div className="card">
                  <table className="things">
                    <thead>
                      <tr>
                        <th scope="col">{t("hooks.url")}</th>
                        <th scope="col">{t("hooks.status")}</th>
                        <th scope="col">{t("hooks.events")}</th>
                        <th scope="col">{t("hooks.out")}</th>
                        <th scope="col">{t("hooks.failure")}</th>
                      </tr>
                    </thead>
                    <tbody>
                      {webhooks.map((webhook) => (
                        <tr key={webhook.id}>
                          <th scope="row">
                            <Link to="/settings/$" params={{ _splat: `webhooks/${webhook.id}` }}>
                              {hostOf(webhook.url)}
                            </Link>
                            {webhook.managed && <Tag>parlour.yaml</Tag>}
                            <small className="mono">{webhook.url}</small>
                          </th>
                          <td data-label={t("hooks.status")}>
                            {webhook.off !== null ? (
                              <Tag tone="bad">{t("hook.off.tag")}</Tag>
                            ) : webhook.enabled ? (
                              <Tag tone="ok">{shared("page.on")}</Tag>
                            ) : (
                              <Tag>{shared("page.off")}</Tag>
                            )}
                          </td>
                          <td className="num" data-label={t("hooks.events")}>
                            {t("hooks.n", { n: webhook.events.length })}
                          </td>
                          <td data-label={t("hooks.out")}>
                            <At time={webhook.last_success_at} />
                          </td>
                          <td data-label={t("hooks.failure")}>
                            <LastFailure failure={webhook.last_failure} endpoint={webhook.endpoint_id} />
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              </div>
            )}
          </div>
        </section>
      )}
    </Loaded>
  );
}
