/**
 * The service worker. It opens the application without a connection and shows notifications that
 * arrive as web push. It caches only files of the build and never API responses, because messages
 * are stored only in the page's database. vite.config.ts inserts the names of the build's files, so
 * that every build has a different worker.
 */
const files = __FILES__;
const cacheName = `parlour-${files.version}`;
/** Paths that the server handles and not the application (CFG-012). */
const reserved = /^\/(?:api|channel|bot|widget|files|health|ready|metrics)(?:\/|$)/;
const words = {
  en: {
    waiting: "New chat from {name}",
    assigned: "You have a new chat: {name}",
    bot: "{name} needs an operator",
    call: "Call-back request from {name}",
    reminder: "Reminder",
    notice: "About the chat with {name}",
    visitor: "Visitor {n}",
    test: "New chats will look like this.",
  },
  ru: {
    waiting: "Новый чат: {name}",
    assigned: "Вам назначен чат: {name}",
    bot: "{name}: нужен оператор",
    call: "Заказ звонка: {name}",
    reminder: "Напоминание",
    notice: "О чате: {name}",
    visitor: "Посетитель {n}",
    test: "Так будут выглядеть новые чаты.",
  },
};

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) =>
        cache.addAll(
          files.names.map(
            (name) => new Request(name, { cache: name === "/" ? "reload" : "default" }),
          ),
        ),
      ),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith("parlour-") && name !== cacheName)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (
    request.method !== "GET" ||
    url.origin !== self.location.origin ||
    reserved.test(url.pathname)
  )
    return;
  // A reachable server always has the newest page. The cached page is used only without a
  // connection.
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept("/")));
  else if (files.names.includes(url.pathname))
    event.respondWith(kept(url.pathname).then((found) => found ?? fetch(request)));
});

async function kept(name) {
  const cache = await caches.open(cacheName);
  return (await cache.match(name)) ?? (name === "/" ? Response.error() : undefined);
}

self.addEventListener("message", (event) => {
  // The operator has requested the new version.
  if (event.data?.type === "take-over") void self.skipWaiting();
});

self.addEventListener("push", (event) => {
  const notice = read(event.data);
  if (notice !== null) event.waitUntil(told(notice));
});

function read(data) {
  try {
    const notice = data.json();
    return typeof notice === "object" && notice !== null ? notice : null;
  } catch {
    return null;
  }
}

async function told(notice) {
  if (notice.kind === "chat_taken") return closeNotices(`chat-${notice.chat}`);
  if (notice.kind === "call_taken") return closeNotices(`call-${notice.call}`);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const language = words[notice.language] ?? words.en;
  if (notice.kind === "test") {
    for (const page of pages) page.postMessage({ type: "push-test" });
    return show("Parlour", { body: language.test, tag: "parlour-test" });
  }
  if (notice.kind === "reminder")
    return show(language.reminder, {
      body: notice.text ?? "",
      tag: `reminder-${notice.reminder}`,
      data: { chat: notice.about },
      renotify: true,
      requireInteraction: true,
    });
  const name = notice.name ?? language.visitor.replace("{n}", String(notice.number));
  if (notice.kind === "chat_notice")
    return show(
      language.notice.replace("{name}", () => name),
      {
        body: notice.text ?? "",
        tag: `notice-${notice.chat}`,
        data: { chat: notice.chat },
        renotify: true,
        requireInteraction: true,
      },
    );
  const isCall = notice.kind === "call_waiting";
  const isAssigned = notice.kind === "chat_assigned";
  if (!isCall && !isAssigned && notice.kind !== "chat_waiting") return undefined;
  // A focused page alerts the operator itself.
  if (pages.some((page) => page.focused)) return undefined;
  const title = isCall
    ? language.call
    : isAssigned
      ? language.assigned
      : notice.bot
        ? language.bot
        : language.waiting;
  return show(
    title.replace("{name}", () => name),
    {
      body: [notice.channel, notice.text].filter(Boolean).join("\n"),
      tag: isCall ? `call-${notice.call}` : `chat-${notice.chat}`,
      data: isCall ? { call: notice.call } : { chat: notice.chat },
      renotify: true,
      requireInteraction: true,
    },
  );
}

function show(title, options) {
  return alone(() =>
    self.registration.showNotification(title, {
      icon: "/icon-192.png",
      badge: "/badge-96.png",
      ...options,
    }),
  );
}
function closeNotices(tag) {
  return alone(async () => {
    for (const notice of await self.registration.getNotifications({ tag })) notice.close();
  });
}
/**
 * Runs one notification task at a time, as in state/alerts/notifications.ts. If a page lists
 * notifications while another one is being shown, the browser loses that one.
 */
function alone(run) {
  return self.navigator.locks.request("parlour.showing", run);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { chat, call } = event.notification.data ?? {};
  event.waitUntil(
    opened(typeof chat === "number" ? chat : null, typeof call === "number" ? call : null),
  );
});

async function opened(chat, call) {
  const pages = await self.clients.matchAll({ type: "window" });
  const [page] = pages.toSorted((a, b) => Number(b.focused) - Number(a.focused));
  if (page === undefined)
    return self.clients.openWindow(
      call !== null ? `/calls/${call}` : chat === null ? "/" : `/inbox/all/${chat}`,
    );
  if (call !== null) page.postMessage({ type: "open-call", call });
  else if (chat !== null) page.postMessage({ type: "open-chat", chat });
  return page.focus();
}

self.addEventListener("pushsubscriptionchange", (event) => {
  // Only the page has the session, so only the page can subscribe again. It does so immediately if
  // it is open, or else when it is opened next.
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => {
      for (const page of pages) page.postMessage({ type: "push-lost" });
    }),
  );
});
