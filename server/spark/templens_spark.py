"""Templens on Apache Spark: pages of web archives in, a row with the content of each page out.

A task starts `templens crawl worker` once and speaks the lines of docs/crawl.md with it. It fails, and Spark tries it again, unless the worker ends
with code 0, its last line is the trailer, and the trailer counts as many pages as were sent or received. Rows are a pure function of the pages, so
that retries, speculation and another order of files give equal bytes.

As a program: spark-submit templens_spark.py FILE... --out FOLDER (see --help). As a module: `crawl` gives the rows as an RDD.
"""
import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
import threading
import zlib

CONTRACT = 1


class WorkerFailed(RuntimeError):
    """A run of `templens crawl worker` does not count; the message says why."""


def run_worker(command, header, lines):
    """Yields the lines that a worker writes, without the trailer.

    command: list of words that start the worker. header: dict of the first line, without `contract`. lines: the further lines, without line feeds.
    Raises WorkerFailed after the last line if the run does not count.
    """
    with tempfile.TemporaryFile() as said, subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said
    ) as process:
        sent = {"pages": 0, "error": None}

        def send():
            try:
                process.stdin.write(json.dumps({"contract": CONTRACT, **header}).encode() + b"\n")
                for line in lines:
                    sent["pages"] += 1
                    process.stdin.write(line.encode() + b"\n")
            except BrokenPipeError:
                pass  # The exit code says why.
            except BaseException as error:  # Raised below: the input of the task failed.
                sent["error"] = error
                process.kill()
            finally:
                try:
                    process.stdin.close()
                except BrokenPipeError:
                    pass

        sender = threading.Thread(target=send, daemon=True)
        sender.start()
        received = 0
        last = None
        try:
            for line in process.stdout:
                if last is not None:
                    received += 1
                    yield last
                last = line.decode().rstrip("\n")
            process.wait()
            sender.join()
        finally:
            if process.poll() is None:  # Whoever reads the rows has stopped.
                process.kill()
        if sent["error"] is not None:
            raise sent["error"]
        _check(process.returncode, last, received, sent["pages"] if header["step"] != "read" else None, said)


def _check(code, last, received, sent, said):
    if code != 0:
        said.seek(0, os.SEEK_END)
        said.seek(max(0, said.tell() - 2000))
        reason = said.read().decode(errors="replace").strip()
        raise WorkerFailed(f"templens crawl worker ended with code {code}: {reason or 'it said nothing'}")
    try:
        trailer = json.loads(last or "")
    except ValueError:
        trailer = None
    if not isinstance(trailer, dict) or trailer.get("end") is not True:
        raise WorkerFailed("templens crawl worker ended without its trailer")
    if trailer["pages"] != received or (sent is not None and sent != received):
        raise WorkerFailed(f"templens crawl worker counts {trailer['pages']} pages; {sent} were sent and {received} received")


def crawl(context, files, command=("templens", "crawl", "worker"), emit=("content",), sample=50, site_by="host", partitions=None, fetch=None):
    """Returns an RDD of the rows of all pages of files, as lines of JSON. Rows of one site are in one partition, ordered by site, hash and URL.

    files: paths that every executor can read, or addresses that `fetch` brings. fetch: a command with `{url}` and `{file}`, such as
    "aws s3 cp --quiet {url} {file}". partitions: number of tasks; default: that of `files`, at least the cores of the cluster.
    """
    command = list(command)
    partitions = partitions or max(len(files), context.defaultParallelism)

    def read(paths):
        for path in paths:
            with tempfile.TemporaryDirectory() as folder:
                local = _fetched(fetch, path, folder) if fetch else path
                header = {"step": "read", "siteBy": site_by}
                yield from run_worker(command, header, [json.dumps({"type": "file", "path": local})])

    def label(keyed):
        header = {"step": "crawl", "emit": list(emit), "sample": sample, "siteBy": site_by}
        yield from run_worker(command, header, without_repeats(keyed))

    pages = context.parallelize(list(files), len(files)).mapPartitions(read).map(keyed)
    ordered = pages.repartitionAndSortWithinPartitions(partitions, lambda key: zlib.crc32(key[0].encode()), True)
    return ordered.mapPartitions(label)


def keyed(line):
    """A page line of the step `read`, with the key that orders pages. Of one URL, the last in this order is kept."""
    page = json.loads(line)
    return tuple(page.get(name) or "" for name in ("site", "hash", "url", "date", "digest", "id")), line


def without_repeats(keyed):
    """Of ordered pairs of key and line: of each URL the last line, then of each digest of a site the first."""
    site, digests, waiting = None, set(), None

    def is_first(key):
        nonlocal site, digests
        if key[0] != site:
            site, digests = key[0], set()
        if key[4] == "":
            return True
        if key[4] in digests:
            return False
        digests.add(key[4])
        return True

    for key, line in keyed:
        if waiting is not None and waiting[0][:3] != key[:3] and is_first(waiting[0]):
            yield waiting[1]
        waiting = (key, line)
    if waiting is not None and is_first(waiting[0]):
        yield waiting[1]


def _fetched(fetch, url, folder):
    # Its name says what is in it.
    local = os.path.join(folder, os.path.basename(url.rstrip("/")) or "file")
    words = [word.replace("{url}", url).replace("{file}", local) for word in shlex.split(fetch)]
    result = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if result.returncode != 0:
        raise WorkerFailed(f"{url} cannot be fetched: {result.stderr.decode(errors='replace').strip()[-500:]}")
    return local


def main():
    parser = argparse.ArgumentParser(prog="templens_spark.py", description="Writes the content of the pages of web archives, a JSON line a page.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="WARC file, CDXJ, or JSON lines of pages; @LIST reads their names from a file")
    parser.add_argument("--out", required=True, help="folder that is written; it must not exist")
    parser.add_argument("--templens", default="templens crawl worker", help="command that starts the worker on every executor")
    parser.add_argument("--emit", default="content", help="what a row has: content, segments, labels, template, separated by commas")
    parser.add_argument("--sample", type=int, default=50, help="pages of a site that its model is learned from (50)")
    parser.add_argument("--site-by", default="host", choices=["host", "domain", "folder"], help="what pages of one site share (host)")
    parser.add_argument("--partitions", type=int, help="number of tasks that label pages")
    parser.add_argument("--fetch", help='command that copies a file to the executor, such as "aws s3 cp --quiet {url} {file}"')
    parser.add_argument("--gzip", action="store_true", help="compress what is written")
    given = parser.parse_args()
    from pyspark import SparkContext

    files = [name for file in given.files for name in (_listed(file[1:]) if file.startswith("@") else [file])]
    context = SparkContext(appName="templens")
    context.setLogLevel("ERROR")
    try:
        rows = crawl(context, files, shlex.split(given.templens), given.emit.split(","), given.sample, given.site_by, given.partitions, given.fetch)
        # Written to a temporary folder; a task's file is renamed when the task has ended well, `_SUCCESS` comes last.
        rows.saveAsTextFile(given.out, "org.apache.hadoop.io.compress.GzipCodec" if given.gzip else None)
    except Exception as error:
        reasons = [line.split("WorkerFailed: ", 1)[1] for line in str(error).splitlines() if "WorkerFailed: " in line]
        sys.exit(f"The crawl failed, and {given.out} is incomplete: {reasons[-1] if reasons else error}")
    finally:
        context.stop()


def _listed(file):
    with open(file, encoding="utf-8") as lines:
        return [line.strip() for line in lines if line.strip()]


if __name__ == "__main__":
    main()
