import { IconMapPinOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../badges.tsx";
import { t } from "../text.ts";
import { useTitle } from "../title.ts";

/** Screen for an unknown URL. `inside`: it is shown inside another screen. */
export function NotFoundScreen({ inside = false }: { inside?: boolean }) {
  useTitle("page", t("lost.title"));
  const Box = inside ? "section" : "main";
  return (
    <Box className="page centred" aria-label={inside ? t("lost.title") : undefined}>
      <EmptyState
        isPage
        icon={IconMapPinOff}
        title={t("lost.title")}
        action={
          <Link className="btn" to="/inbox/$view/{-$chat}" params={{ view: "all" }}>
            {t("lost.home")}
          </Link>
        }
      >
        {t("lost.text")}
      </EmptyState>
    </Box>
  );
}
