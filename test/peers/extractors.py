"""Content extractors of PyPI, with their processor time.

Standard input: a JSON line a page, {"bytes": base64, "language": "en"}. Standard output: a JSON line an extractor,
{"name": ..., "seconds": processor time of all pages, the best of the repetitions, "failed": pages with an exception, "texts": [...]}.
usage: extractors.py REPETITIONS
"""
import base64
import json
import logging
import sys
import time
import warnings

import justext
import trafilatura
from boilerpy3 import extractors as boilerpipe
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.encoding import bytes_to_str, detect_encoding

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)

LANGUAGES = {"cs": "Czech", "de": "German", "en": "English", "es": "Spanish", "fr": "French", "ja": None, "pt": "Portuguese", "zh": None}
stop_words = {code: justext.get_stoplist(name) for code, name in LANGUAGES.items() if name}
article = boilerpipe.ArticleExtractor()


def decode(page):
    return bytes_to_str(page["bytes"], detect_encoding(page["bytes"], html5_compatible=True))


def paragraphs(page):
    # Without a list of stop words, jusText decides by length and links alone.
    words = stop_words.get((page.get("language") or "en")[:2].lower())
    options = {} if words else {"stopwords_low": 0, "stopwords_high": 0}
    return "\n".join(p.text for p in justext.justext(page["bytes"], words or frozenset(), **options) if not p.is_boilerplate)


def resiliparse(page, main_content):
    return extract_plain_text(decode(page), main_content=main_content, preserve_formatting=True, alt_texts=False)


EXTRACTORS = {
    "trafilatura": lambda page: trafilatura.extract(page["bytes"], include_comments=True),
    "trafilatura, fast": lambda page: trafilatura.extract(page["bytes"], include_comments=True, fast=True),
    "trafilatura, recall": lambda page: trafilatura.extract(page["bytes"], include_comments=True, favor_recall=True),
    "resiliparse, main content": lambda page: resiliparse(page, True),
    "resiliparse, all text": lambda page: resiliparse(page, False),
    "jusText": paragraphs,
    "boilerpy3": lambda page: article.get_content(decode(page)),
}


def run(extract, pages):
    texts, failed = [], 0
    start = time.process_time()
    for page in pages:
        try:
            texts.append(extract(page) or "")
        except Exception:
            failed += 1
            texts.append("")
    return time.process_time() - start, failed, texts


pages = [json.loads(line) for line in sys.stdin]
for page in pages:
    page["bytes"] = base64.b64decode(page["bytes"])
for name, extract in EXTRACTORS.items():
    seconds, failed, texts = min((run(extract, pages) for _ in range(int(sys.argv[1]))), key=lambda result: result[0])
    print(json.dumps({"name": name, "seconds": seconds, "failed": failed, "texts": texts}), flush=True)
