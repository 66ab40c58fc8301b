;;; Drives the language server from Emacs with eglot: prints one JSON object with what the editor got. -*- lexical-binding: t -*-
;; emacs -Q --batch -l emacs.el. LSP_FILE is the page; LSP_NODE and LSP_CLI start the server; LSP_TEXT is a text of the page to hover
;; over, LSP_EDITED what is written in its place.
(setq load-prefer-newer t make-backup-files nil create-lockfiles nil auto-save-default nil vc-handled-backends nil
      native-comp-deferred-compilation nil native-comp-jit-compilation nil)
(unless (require 'eglot nil t)
  (setq package-directory-list '("/usr/share/emacs/site-lisp/elpa" "/usr/share/emacs/site-lisp/elpa-src"))
  (require 'package)
  (package-initialize)
  (require 'eglot))
(require 'json)

(defun check (ok message)
  (unless ok
    (princ (concat message "\n") #'external-debugging-output)
    (kill-emacs 1))
  ok)

(defun wait-for (found seconds)
  "Wait until FOUND returns something, for at most SECONDS."
  (let ((end (+ (float-time) seconds)) result)
    (while (and (not (setq result (funcall found))) (< (float-time) end)) (accept-process-output nil 0.02))
    result))

(defun hover-at (text)
  (goto-char (point-min))
  (check (search-forward text nil t) (concat "the page does not have the text " text))
  (backward-char)
  (plist-get (plist-get (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))
                        :contents)
             :value))

(setq eglot-sync-connect 20 eglot-connect-timeout 20 eglot-autoshutdown nil eglot-events-buffer-size 0
      eglot-send-changes-idle-time 0)
(let ((file (getenv "LSP_FILE")) (text (getenv "LSP_TEXT")) (edited (getenv "LSP_EDITED")) out)
  ;; The recipe of docs/editors.md, with the paths of this build.
  (add-to-list 'eglot-server-programs
               `((html-mode mhtml-mode)
                 . (,(getenv "LSP_NODE") ,(getenv "LSP_CLI") "lsp" "--stdio" :initializationOptions (:hints t))))
  (find-file file)
  (setq buffer-read-only nil)
  (html-mode)
  (cl-letf (((symbol-function 'project-current) (lambda (&rest _) (cons 'transient (file-name-directory file)))))
    (apply #'eglot (eglot--guess-contact)))
  (check (eglot-current-server) "the server could not be started")
  (flymake-mode 1)
  (check (wait-for (lambda () (flymake-start) (flymake-diagnostics)) 60) "there are no hints")
  (push `(hover . ,(hover-at text)) out)
  (goto-char (point-min))
  (search-forward text)
  (replace-match edited t t)
  ;; In batch mode no idle timer sends what changed.
  (eglot--signal-textDocument/didChange)
  (check (wait-for (lambda () (flymake-start)
                     (seq-some (lambda (diagnostic) (string-match-p (regexp-quote edited) (flymake-diagnostic-text diagnostic)))
                               (flymake-diagnostics)))
                   60)
         "there is no finding on the edited text")
  (let* ((finding (seq-find (lambda (diagnostic) (string-match-p (regexp-quote edited) (flymake-diagnostic-text diagnostic)))
                            (flymake-diagnostics)))
         (actions (eglot-code-actions (flymake-diagnostic-beg finding) (flymake-diagnostic-end finding))))
    (push `(finding . ,(substring-no-properties (flymake-diagnostic-text finding))) out)
    (push `(actions . ,(vconcat (mapcar (lambda (action) (plist-get action :title)) actions))) out))
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot-current-server) nil 20)
  (princ (json-encode out)))
(kill-emacs 0)
