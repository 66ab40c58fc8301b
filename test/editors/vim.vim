" Drives the language server from Vim with ALE: writes one JSON object with what the editor got to LSP_OUT.
" LSP_FILE is the page; LSP_NODE and LSP_CLI start the server; LSP_TEXT is a text of the page to hover over, LSP_EDITED what is written in
" its place.
set nocompatible noswapfile viminfo= hidden
set runtimepath^=/usr/share/vim/vim90
packadd ale
filetype plugin on

" The recipe of docs/editors.md, with the paths of this build.
call ale#linter#Define('html', {
\ 'name': 'templens', 'lsp': 'stdio', 'language': 'html',
\ 'executable': $LSP_NODE, 'command': '%e ' . shellescape($LSP_CLI) . ' lsp --stdio',
\ 'project_root': {buffer -> ale#path#Dirname(ale#path#FindNearestFile(buffer, 'templens.config.json'))},
\ 'initialization_options': {'hints': v:true},
\ })
let g:ale_linters = {'html': ['templens']}
let g:ale_linters_explicit = 1
let g:ale_lint_delay = 0
let g:ale_history_enabled = 0
let g:ale_hover_to_preview = 1
let g:ale_hover_cursor = 0
let g:ale_floating_preview = 0

func! Fail(message)
  call writefile([a:message, string(map(range(1, winnr('$')), {_, w -> [bufname(winbufnr(w)), getbufline(winbufnr(w), 1, 2)]})), string(getpos('.')), execute('messages')], $LSP_OUT)
  cquit
endfunc

func! WaitFor(Found, seconds, message)
  let l:end = localtime() + a:seconds
  while localtime() <= l:end
    let l:found = a:Found()
    if !empty(l:found) | return l:found | endif
    sleep 20m
  endwhile
  call Fail(a:message)
endfunc

func! Findings(text)
  return filter(copy(ale#engine#GetLoclist(bufnr($LSP_FILE))), {_, entry -> entry.text =~ '\V' . escape(a:text, '\')})
endfunc

func! Preview()
  for l:window in range(1, winnr('$'))
    let l:lines = getbufline(winbufnr(l:window), 1, '$')
    if bufname(winbufnr(l:window)) =~# 'ALEPreview' && l:lines !=# [''] | return l:lines | endif
  endfor
  return []
endfunc

exe 'edit' fnameescape($LSP_FILE)
set filetype=html
ALELint
call WaitFor({-> ale#engine#GetLoclist(bufnr(''))}, 60, 'there are no hints')
if search('\V' . $LSP_TEXT, 'w') == 0 | call Fail('the page does not have the text') | endif
ALEHover
let out = {'hover': WaitFor({-> Preview()}, 30, 'there is no hover')}
exe bufwinnr(bufnr($LSP_FILE)) . 'wincmd w'
exe '%s/\V' . $LSP_TEXT . '/' . $LSP_EDITED . '/'
doautocmd TextChanged
ALELint
let found = WaitFor({-> Findings($LSP_EDITED)}, 60, 'there is no finding on the edited text')
let out.finding = found[0].text
call writefile([json_encode(out)], $LSP_OUT)
qall!
