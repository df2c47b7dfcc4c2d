import { IconLock, IconMapPinOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { viewRoute } from "../address/chat-routes.ts";
import { EmptyState } from "../badges.tsx";
import { defineTexts } from "../../text/index.ts";
import { t as ui } from "../text.ts";
import { useTitle } from "../title.ts";

const t = defineTexts({
  en: {
    "lost.title": "Page not found",
    "lost.text": "The link may be outdated or mistyped.",
    "lost.home": "Go to the inbox",
  },
  ru: {
    "lost.title": "Страница не найдена",
    "lost.text": "Ссылка устарела или набрана с ошибкой.",
    "lost.home": "К диалогам",
  },
});

export interface NotFoundProps {
  /** Whether it is shown inside another screen. */
  readonly inside?: boolean;
  /** Whether the page exists, but the role of the operator does not open it (ROLE-012). */
  readonly isForbidden?: boolean;
}

/** Screen for an unknown URL, or for a page that the role does not open. */
export function NotFoundScreen({ inside = false, isForbidden = false }: NotFoundProps) {
  const title = isForbidden ? ui("failure.forbidden") : t("lost.title");
  useTitle("page", title);
  const Box = inside ? "section" : "main";
  return (
    <Box className="page centred" aria-label={inside ? title : undefined}>
      <EmptyState
        isPage
        icon={isForbidden ? IconLock : IconMapPinOff}
        title={title}
        action={
          <Link className="btn" {...viewRoute("all")}>
            {t("lost.home")}
          </Link>
        }
      >
        {isForbidden ? undefined : t("lost.text")}
      </EmptyState>
    </Box>
  );
}

/** Screen for a page that the role does not open. */
export const ForbiddenScreen = () => <NotFoundScreen isForbidden />;
