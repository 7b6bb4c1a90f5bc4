// Pairs are found by what their index says, and read and compared when they are shown.

const AT_ONCE = 50;
const FACETS = ["bin", "surface", "slot", "reason"];
const BINS = ["different", "ignored", "same"];
const KEYS = { j: 1, n: 1, ArrowRight: 1, k: -1, p: -1, ArrowLeft: -1 };
// Under a Korean layout the same keys write Hangul.
const PLACES = { KeyJ: "j", KeyN: "n", KeyK: "k", KeyP: "p" };

const byId = (id) => document.getElementById(id);
const figure = (number) => number.toLocaleString("en");
const form = document.querySelector(".filters");

// The index: every pair with its kind, which is what filters look at.

const kinds = new Map();
const pairs = [];
for (const [chunk, element] of document.querySelectorAll("script.index").entries()) {
  const index = JSON.parse(element.textContent);
  const own = index.kinds.map((values) => {
    const key = JSON.stringify(values);
    if (!kinds.has(key)) {
      const [surface, bin, slot, ignored, outcome, reason] = values;
      kinds.set(key, { surface, bin, slot, ignored, outcome, reason, count: 0 });
    }
    return kinds.get(key);
  });
  for (const [row, which] of index.of.entries()) {
    own[which].count += 1;
    pairs.push({ number: index.numbers[row], kind: own[which], chunk, row });
  }
}

const chunks = document.querySelectorAll("script.texts");
const parsed = new Map();
function texts(chunk) {
  if (!parsed.has(chunk)) parsed.set(chunk, JSON.parse(chunks[chunk].textContent));
  return parsed.get(chunk);
}

// Filters. A facet that wants "" takes all.

const differs = (pair) => pair.kind.bin !== "same";
const differing = pairs.some((pair) => pair.kind.bin === "different");
const START = { bin: differing ? "different" : "", surface: "", slot: "", reason: "" };
const values = (kind, facet) => [kind[facet]].flat().filter((value) => value !== null && value !== "");
const takes = (wanted, kind, but) =>
  FACETS.every((facet) => facet === but || wanted[facet] === "" || values(kind, facet).includes(wanted[facet]));

let wanted = START;
let found = [];
let stops = [];
let at = -1;
let leaf = -1;

function offer() {
  for (const facet of FACETS) {
    const counts = new Map();
    let all = 0;
    for (const kind of kinds.values()) {
      const count = takes(wanted, kind, facet) ? kind.count : 0;
      all += count;
      for (const value of values(kind, facet)) counts.set(value, (counts.get(value) ?? 0) + count);
    }
    const names = facet === "bin" ? BINS.filter((bin) => counts.has(bin)) : [...counts.keys()].sort();
    const options = names.map((name) => new Option(`${name} (${figure(counts.get(name))})`, name));
    form.elements[facet].replaceChildren(new Option(`any (${figure(all)})`, ""), ...options);
    form.elements[facet].value = wanted[facet];
  }
}

function choose(filters) {
  const known = (facet) => [...kinds.values()].some((kind) => values(kind, facet).includes(filters[facet]));
  wanted = Object.fromEntries(FACETS.map((facet) => [facet, known(facet) ? filters[facet] : ""]));
  const taken = new Set([...kinds.values()].filter((kind) => takes(wanted, kind)));
  found = pairs.filter((pair) => taken.has(pair.kind));
  stops = found.flatMap((pair, place) => (differs(pair) ? [place] : []));
  if (stops.length === 0) stops = [...found.keys()];
  at = leaf = -1;
  offer();
  say(matching());
  const chosen = FACETS.filter((facet) => wanted[facet] !== "").map((facet) => `${facet} ${wanted[facet]}`);
  byId("chosen").textContent = `Chosen: ${chosen.join(", ") || "all"}.`;
  turn(0);
}

// The address: filters that are not those of the start, and the pair that was moved to.

function fragment(number) {
  const chosen = FACETS.filter((facet) => wanted[facet] !== START[facet]);
  const kept = new URLSearchParams(chosen.map((facet) => [facet, wanted[facet]]));
  if (number !== undefined) kept.set("pair", number);
  return `#${kept}`;
}

let waiting;
function remember() {
  // Browsers bound how often an address may change, and a key may be held.
  clearTimeout(waiting);
  waiting = setTimeout(() => history.replaceState(null, "", fragment(found[at]?.number)), 150);
}

function recall() {
  // The link that skips the overview is no choice of filters.
  if (location.hash === "#pairs" && leaf >= 0) return;
  clearTimeout(waiting);
  const kept = new URLSearchParams(location.hash.slice(1));
  choose(Object.fromEntries(FACETS.map((facet) => [facet, kept.get(facet) ?? START[facet]])));
  const place = found.findIndex((pair) => String(pair.number) === kept.get("pair"));
  if (place >= 0) go(place);
}

// What is shown.

function make(tag, name, ...children) {
  const element = document.createElement(tag);
  element.className = name;
  element.append(...children);
  return element;
}

function marked(tag, text) {
  const element = make(tag, "", text);
  const hidden = unseen(text);
  if (hidden) element.dataset.unseen = hidden;
  return element;
}

// One copy, line by line; its `textContent` is the copy. `side` is 0 for control and 1 for candidate.
function written(lines, other, rows, side) {
  const copy = make("div", "copy");
  copy.lang = "ko";
  const tag = ["del", "ins"][side];
  for (const [row, places] of rows.entries()) {
    const [place, across] = [places[side], places[1 - side]];
    if (place === null) continue;
    const text = lines[place];
    const line = make("div", "line");
    line.style.setProperty("--row", row + 1);
    if (across === null) line.append(...(text ? [marked(tag, text)] : []));
    else {
      const { before, differ, after } = split(text, other[across]);
      line.append(before, ...(differ[0] ? [marked(tag, differ[0])] : []), after);
    }
    if (across === null || text !== other[across]) line.classList.add("changed");
    copy.append(...(place > 0 ? ["\n"] : []), line);
  }
  return copy;
}

function fill(sections, copies, lines) {
  const sides = copies.map((copy) => copy?.map((number) => lines[number]));
  const alone = sides.some((side) => side === undefined);
  const rows = alone ? (sides[0] ?? sides[1] ?? []).map((_, row) => [row, row]) : align(copies[0], copies[1]);
  for (const [side, section] of sections.entries()) {
    section.parentElement.style.setProperty("--rows", rows.length);
    const own = sides[side];
    const other = alone ? own : sides[1 - side];
    section.append(own ? written(own, other, rows, side) : make("p", "refused", "refused here"));
  }
}

function shown(pair, place) {
  const { lines, pairs: rows } = texts(pair.chunk);
  const [name, source, line, control, candidate] = rows[pair.row];
  const { surface, bin, slot, ignored, outcome, reason } = pair.kind;
  const article = byId("pair").content.cloneNode(true).firstElementChild;
  const put = (selector, text) => { article.querySelector(selector).textContent = text; };
  article.dataset.place = place;
  const link = article.querySelector(".number");
  link.href = fragment(pair.number);
  link.textContent = `#${pair.number}`;
  article.setAttribute("aria-label", `Pair ${pair.number}, ${name}, ${bin}`);
  put(".name", name);
  put(".source", line === null ? source : `${source}, line ${line}`);
  put(".bin", bin);
  article.querySelector(".bin").classList.add(bin);
  put(".surface", surface ?? "–");
  const why = [[outcome, reason].filter((word) => word !== null).join(" · ")];
  if (slot.length) why.push(`differs in ${slot.join(", ")}`);
  if (ignored.length) why.push(`ignored by ${ignored.join(", ")}`);
  article.querySelector(".why").append(...why.filter(Boolean).map((text) => make("bdi", "", text)));
  fill([...article.querySelectorAll(".copies > section")], [control, candidate], lines);
  return article;
}

function turn(to) {
  if (to === leaf) return;
  leaf = to;
  const first = leaf * AT_ONCE;
  const last = Math.min(first + AT_ONCE, found.length);
  byId("shown").replaceChildren(...found.slice(first, last).map((pair, row) => shown(pair, first + row)));
  const range = `${figure(first + 1)} to ${figure(last)} of ${figure(found.length)}`;
  byId("leaf").textContent = found.length ? range : "none";
  byId("back").disabled = first === 0;
  byId("on").disabled = last === found.length;
}

const matching = () => `${figure(found.length)} of ${figure(pairs.length)} pairs match.`;

function say(text) {
  byId("said").textContent = text;
}

// Moving.

function go(place, focus = true) {
  turn(Math.floor(place / AT_ONCE));
  document.querySelector(".pair[aria-current]")?.removeAttribute("aria-current");
  at = place;
  const article = document.querySelector(`.pair[data-place="${place}"]`);
  article.setAttribute("aria-current", "true");
  article.scrollIntoView({ block: "start" });
  if (focus) article.focus({ preventScroll: true });
  const stop = stops.indexOf(place);
  say(stop < 0 ? matching() : `${matching()} At ${figure(stop + 1)} of ${figure(stops.length)}.`);
  remember();
}

function move(step, focus = true) {
  const next = step > 0 ? stops.find((place) => place > at) : stops.findLast((place) => place < at);
  if (next === undefined) say(step > 0 ? "No further difference." : "No earlier difference.");
  else go(next, focus);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
  if (event.target.closest("input, select, textarea, [contenteditable], .across")) return;
  const key = /^[!-~]$/u.test(event.key) ? event.key.toLowerCase() : (PLACES[event.code] ?? event.key);
  if (key === "?") byId("keys").showModal();
  else if (KEYS[key] && !event.shiftKey) move(KEYS[key]);
  else return;
  event.preventDefault();
});

// What is taken by hand out of a copy keeps its empty lines, which browsers drop between blocks.
document.addEventListener("copy", (event) => {
  const selection = getSelection();
  const range = selection.isCollapsed ? null : selection.getRangeAt(0);
  const around = range?.commonAncestorContainer;
  if (!(around?.closest ? around : around?.parentElement)?.closest(".copy")) return;
  event.clipboardData.setData("text/plain", range.cloneContents().textContent);
  event.preventDefault();
});

form.addEventListener("change", () => {
  choose(Object.fromEntries(new FormData(form)));
  history.pushState(null, "", fragment());
});
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("popstate", recall);
byId("previous").addEventListener("click", () => move(-1, false));
byId("next").addEventListener("click", () => move(1, false));
byId("ask").addEventListener("click", () => byId("keys").showModal());
byId("back").addEventListener("click", () => go((leaf - 1) * AT_ONCE));
byId("on").addEventListener("click", () => go((leaf + 1) * AT_ONCE));

for (const element of document.querySelectorAll("#pairs [hidden]")) element.hidden = false;
recall();
