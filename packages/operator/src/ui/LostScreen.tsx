import { IconMapPinOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Empty } from "./marks.tsx";
import { t } from "./text.ts";
import { useTitle } from "./title.ts";

/** An address nobody answers for. */
export function LostScreen() {
  useTitle("page", t("lost.title"));
  return (
    <main className="page centred">
      <Empty
        icon={IconMapPinOff}
        title={t("lost.title")}
        action={
          <Link className="btn" to="/inbox/$view/{-$chat}" params={{ view: "all" }}>
            {t("lost.home")}
          </Link>
        }
      >
        {t("lost.text")}
      </Empty>
    </main>
  );
}
