/*
 * The service worker: opens the application without a connection, and shows notices that come by web push.
 * It keeps files of the build only, never an answer of the API: what people wrote is nobody's to keep but the page's own database.
 * vite.config.ts puts in the names of the build's files, so that every build is another worker.
 */
const files = __FILES__;
const cacheName = `parlour-${files.version}`;
/** Where the server, not the application, answers (CFG-012). */
const reserved = /^\/(?:api|channel|bot|widget|files|health|ready|metrics)(?:\/|$)/;
const words = {
  en: {
    waiting: "New chat from {name}",
    bot: "{name} needs an operator",
    call: "Call back {name}",
    visitor: "Visitor {n}",
    test: "This is how a new chat announces itself.",
  },
  ru: {
    waiting: "Новый чат: {name}",
    bot: "{name}: нужен оператор",
    call: "Перезвонить: {name}",
    visitor: "Посетитель {n}",
    test: "Так о себе сообщит новый чат.",
  },
};

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(files.names.map((name) => new Request(name, { cache: name === "/" ? "reload" : "default" })))),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name.startsWith("parlour-") && name !== cacheName).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || reserved.test(url.pathname)) return;
  // The page of a running server is always the newest; the kept one is for the time without.
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept("/")));
  else if (files.names.includes(url.pathname)) event.respondWith(kept(url.pathname).then((found) => found ?? fetch(request)));
});

async function kept(name) {
  const cache = await caches.open(cacheName);
  return (await cache.match(name)) ?? (name === "/" ? Response.error() : undefined);
}

self.addEventListener("message", (event) => {
  // The person asked for the new version.
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
  const isCall = notice.kind === "call_waiting";
  if (!isCall && notice.kind !== "chat_waiting") return undefined;
  // Who looks at Parlour hears and sees it there.
  if (pages.some((page) => page.focused)) return undefined;
  const name = notice.name ?? language.visitor.replace("{n}", String(notice.number));
  return show(
    (isCall ? language.call : notice.bot ? language.bot : language.waiting).replace("{name}", () => name),
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
  return alone(() => self.registration.showNotification(title, { icon: "/icon-192.png", badge: "/badge-96.png", ...options }));
}
function closeNotices(tag) {
  return alone(async () => {
    for (const notice of await self.registration.getNotifications({ tag })) notice.close();
  });
}
/** As in state/notifications.ts: who looks while another notice is being shown makes the browser forget that one. */
function alone(run) {
  return self.navigator.locks.request("parlour.showing", run);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { chat, call } = event.notification.data ?? {};
  event.waitUntil(opened(typeof chat === "number" ? chat : null, typeof call === "number" ? call : null));
});

async function opened(chat, call) {
  const pages = await self.clients.matchAll({ type: "window" });
  const [page] = pages.toSorted((a, b) => Number(b.focused) - Number(a.focused));
  if (page === undefined) return self.clients.openWindow(call !== null ? `/calls/${call}` : chat === null ? "/" : `/inbox/all/${chat}`);
  if (call !== null) page.postMessage({ type: "open-call", call });
  else if (chat !== null) page.postMessage({ type: "open-chat", chat });
  return page.focus();
}

self.addEventListener("pushsubscriptionchange", (event) => {
  // The page knows who is signed in: it subscribes anew when it is open, at the latest when it is opened.
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => {
      for (const page of pages) page.postMessage({ type: "push-lost" });
    }),
  );
});
