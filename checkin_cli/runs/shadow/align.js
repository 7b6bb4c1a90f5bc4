"use strict";

// Where two copies differ. Nothing here touches the page.

// Cells of the largest table of common lines; longer copies are laid side by side as they come.
const MOST_CELLS = 1 << 20;

// How many items two sequences share at their beginnings, and how many more at their ends.
function shared(a, b) {
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  return [head, tail];
}

// The positions [i, j] of a longest common subsequence, in order.
function common(a, b) {
  if (a.length * b.length > MOST_CELLS) return [];
  const width = b.length + 1;
  const longest = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const here = i * width + j;
      const [below, beside] = [longest[here + width], longest[here + 1]];
      longest[here] = a[i] === b[j] ? longest[here + width + 1] + 1 : Math.max(below, beside);
    }
  }
  const met = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) met.push([i++, j++]);
    else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1]) i += 1;
    else j += 1;
  }
  return met;
}

// Rows [i, j] that hold every item of both once and in order: equal ones side by side, then those that replace each
// other, then, with null on the other side, those that only one of them has.
function align(a, b) {
  const [head, tail] = shared(a, b);
  const rows = [];
  let [i, j] = [0, 0];
  const replace = (iEnd, jEnd) => {
    while (i < iEnd || j < jEnd) rows.push([i < iEnd ? i++ : null, j < jEnd ? j++ : null]);
  };
  const meet = (iMet, jMet) => {
    replace(iMet, jMet);
    rows.push([i++, j++]);
  };
  for (let k = 0; k < head; k += 1) meet(k, k);
  const inner = common(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  for (const [iMet, jMet] of inner) meet(head + iMet, head + jMet);
  for (let k = tail; k > 0; k -= 1) meet(a.length - k, b.length - k);
  replace(a.length, b.length);
  return rows;
}

// Two lines in three parts: the words before the difference, what differs (one text a line), the words after it.
function split(a, b) {
  const [left, right] = [a, b].map((line) => line.match(/\s+|\S+/gu) ?? []);
  const [head, tail] = shared(left, right);
  const inner = (words) => words.slice(head, words.length - tail).join("");
  const [before, after] = [left.slice(0, head), left.slice(left.length - tail)].map((words) => words.join(""));
  return { before, differ: [inner(left), inner(right)], after };
}

// What a reader cannot see in a text, by name: a space says so only where there is nothing else.
function unseen(text) {
  const blank = text.trim() === "";
  const odd = [...text].filter((character) => blank || /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(character));
  const names = odd.map((character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
  return [...new Set(names)].join(" ");
}
