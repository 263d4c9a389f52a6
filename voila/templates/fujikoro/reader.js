// A page that looks on: our widgets' own front ends, fed from the table's stream of states instead of a kernel.
// What a person taps here stays in the browser (a tab, a chosen space) or is looked up (a rule); nothing is changed.
import { ReaderModels } from "./reader_models.mjs";
import { frontEnds, pageDrawing, readerBanner, viewsOf } from "./reader_parts.mjs";
import { ReaderStream } from "./reader_stream.mjs";

export function fujikoroReader({ events, fronts, cards, code }) {
  const asked = () => `?table=${code}&lang=${fujikoroLanguage.now()}`;
  const load = frontEnds(fronts);
  const banner = readerBanner();

  const manager = viewsOf((name) => models.get(name), load);

  async function cardOf(rule) {
    const answer = await fetch(`${cards}${encodeURIComponent(rule)}${asked()}`);
    return answer.ok ? answer.json() : null;
  }

  const models = new ReaderModels({ manager, cardOf });

  const drawn = pageDrawing(() => manager.create_view(models.get("page")));
  let isDrawn = false;
  function draw() {
    isDrawn = true;
    return drawn();
  }

  function heard(data) {
    banner.found();
    const { version, models: news = {} } = data ? JSON.parse(data) : {};
    const isOther = isDrawn && news.page?.state.language && news.page.state.language !== models.get("page")?.get("language");
    if (isOther) models.clear(); // another language: every word is another one
    models.take(news);
    if (isOther) draw();
    if (version !== undefined) document.documentElement.dataset.fkVersion = String(version);
    if (!isDrawn && models.get("page")) draw();
  }

  const stream = new ReaderStream({
    address: () => `${events}${asked()}`,
    heard,
    lost: (isRefused) => banner.lost(isRefused ? "link-other" : "link-lost-reader"),
    gone: () => location.reload(),
    isPaused: () => document.hidden && isDrawn,
  });
  document.addEventListener("visibilitychange", () => (document.hidden ? stream.close() : stream.listen()));
  addEventListener("online", stream.listen);
  addEventListener("fujikoro-language", stream.listen);
  stream.listen();
}
