"""Reads tables from the text of a terminal or a page."""

from html.parser import HTMLParser


def cells(lines):
    """Rows of aligned text. Two or more characters that are blank in every line separate columns."""
    width = max(map(len, lines))
    padded = [line.ljust(width) for line in lines]
    blank = [all(line[at] == " " for line in padded) for at in range(width)]
    spans, begin = [], 0
    at = 0
    while at < width:
        if blank[at] and at + 1 < width and blank[at + 1]:
            spans.append((begin, at))
            while at < width and blank[at]:
                at += 1
            begin = at
        else:
            at += 1
    if begin < width:
        spans.append((begin, width))
    return [[line[low:high].strip() for low, high in spans] for line in padded]


class Page(HTMLParser):
    """Reads a report: tables as rows of cells, tiles by name, and notes. Half of an interval follows its number as " ±n"."""

    def __init__(self, text):
        super().__init__()
        self.tables, self.tiles, self.notes = [], [], []
        self.title, self.drawn, self.open = "", 0, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "svg":
            self.drawn += 1
        elif tag == "table":
            self.tables.append({"title": self.title, "spans": [], "head": [], "rows": []})
        elif tag == "tr" and self.tables:
            self.into = "spans" if given.get("class") == "spans" else "rows"
            if self.into == "rows":
                self.tables[-1]["rows"].append([])
        elif tag == "span" and given.get("class") == "half":
            self.open += " "
        elif tag in ("th", "td", "h3", "dt", "dd"):
            self.open, self.columns, self.about = "", int(given.get("colspan", 1)), given.get("class") == "about"
        elif tag == "p" and given.get("class") == "note":
            self.open = ""

    def handle_data(self, data):
        if self.open is not None and self.drawn == 0:
            self.open += data

    def handle_endtag(self, tag):
        if tag == "svg":
            self.drawn -= 1
        if self.open is None or tag not in ("th", "td", "h3", "dt", "dd", "p"):
            return
        text = " ".join(self.open.split())
        if tag == "p":
            self.notes.append(text)
        elif tag == "h3":
            self.title = text
        elif tag == "dt":
            self.tiles.append([text])
        elif tag == "dd":
            self.tiles[-1].append(text)
        elif self.into == "spans":
            self.tables[-1]["spans"] += [text] * self.columns
        elif tag == "th":
            self.tables[-1]["head"].append(text)
        else:
            self.tables[-1]["rows"][-1].append(text)
        self.open = None

    def table(self, *titles):
        """The tables below a title, without the row of heads."""
        return [{**one, "rows": [row for row in one["rows"] if row]} for one in self.tables if one["title"] in titles]
