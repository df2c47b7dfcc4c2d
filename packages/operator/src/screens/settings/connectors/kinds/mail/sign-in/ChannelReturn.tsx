import { useNavigate } from "@tanstack/react-router";
import type { FinishedMailSignIn } from "@parlour/protocol/api/operations/oauth";
import { Banner } from "../../../../../../ui/badges.tsx";
import { Button } from "../../../../../../ui/Button.tsx";
import { toast } from "../../../../../../ui/dialog/toast.tsx";
import { ErrorMessage } from "../../../../../../ui/loading/ErrorMessage.tsx";
import { useApiMutation, useNavigateIfStill } from "../../../../../../ui/mutation.ts";
import { useOnce } from "../../../../../../ui/loading/use-once.ts";
import { useChannel } from "../../../../../../state/api/queries.ts";
import { updateResource } from "../../../../kit/resource/resource.ts";
import { describeConnection } from "../../../connection-notice.ts";
import { beginSignIn } from "./begin-sign-in.ts";
import { Progress } from "./Progress.tsx";
import { ReturnPage } from "./ReturnPage.tsx";
import { t } from "./text.ts";

/** Gives a channel its new sign-in and opens its page, or says why there is none. */
export function ChannelReturn({
  result: { provider, grant, problem },
  channel,
}: {
  result: FinishedMailSignIn;
  channel: number;
}) {
  const navigate = useNavigate();
  const rememberPage = useNavigateIfStill();
  const page = {
    to: "/settings/$",
    params: { _splat: `connectors/${channel}` },
    replace: true,
  } as const;
  const saving = useApiMutation();
  const beginning = useApiMutation();
  const save = async () => {
    const navigateIfStill = rememberPage();
    await updateResource("channels", channel, { settings: { oauth: { provider, grant } } });
    toast(t("mailsignin.done"));
    await navigateIfStill(page);
  };
  useOnce(() => void saving.run(save), grant !== null);
  const failure = saving.failure ?? beginning.failure;
  const { data } = useChannel(channel);
  const address = data?.settings?.["address"];
  const title =
    typeof address === "string" ? t("mailsignin.title.again", { address }) : t("mailsignin.title");
  if (grant !== null && failure === null)
    return (
      <ReturnPage title={title}>
        <Progress>{t("mailsignin.saving")}</Progress>
      </ReturnPage>
    );
  return (
    <ReturnPage title={title}>
      <div className="stack16">
        {problem !== null && <Banner tone="bad">{describeConnection("mail", problem)}</Banner>}
        {failure !== null && <ErrorMessage error={failure} />}
        <div className="line wrap">
          <Button
            variant="primary"
            unavailable={beginning.busy}
            onClick={() => void beginning.run(() => beginSignIn({ provider, channel_id: channel }))}
          >
            {t("mailsignin.try")}
          </Button>
          <Button variant="quiet" onClick={() => void navigate(page)}>
            {t("mailsignin.channel")}
          </Button>
        </div>
      </div>
    </ReturnPage>
  );
}
