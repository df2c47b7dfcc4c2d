import { IconMapPinOff } from "@tabler/icons-react";
import { Link, useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { Empty } from "../ui/marks.tsx";
import { Failure } from "../ui/Failure.tsx";
import { useTitle } from "../ui/title.ts";
import { t } from "./text.ts";

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

/** A screen that failed to load or to draw. */
export function CrashScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <main className="page centred">
      <div className="card crash">
        <Failure
          error={error}
          onRetry={() => {
            reset();
            void router.invalidate();
          }}
        />
      </div>
    </main>
  );
}
