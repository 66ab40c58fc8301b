-- Drives the language server from Neovim 0.7 or newer: prints one JSON object with what the editor got.
-- LSP_FILE is the page; LSP_NODE and LSP_CLI start the server; LSP_TEXT is a text of the page to hover over.
local file, text = vim.env.LSP_FILE, vim.env.LSP_TEXT
local function check(ok, message)
  if not ok then
    io.stderr:write(message .. '\n')
    vim.cmd('cquit 1')
  end
  return ok
end

local ok, failure = xpcall(function()
  vim.o.swapfile = false
  vim.cmd('edit ' .. vim.fn.fnameescape(file))
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].filetype = 'html'
  local folder = vim.fn.fnamemodify(file, ':p:h')
  local id = vim.lsp.start_client({
    name = 'templens',
    cmd = { vim.env.LSP_NODE, vim.env.LSP_CLI, 'lsp', '--stdio' },
    root_dir = folder,
    workspace_folders = { { uri = vim.uri_from_fname(folder), name = 'site' } },
  })
  check(id, 'the server could not be started')
  vim.lsp.buf_attach_client(buffer, id)
  local client = vim.lsp.get_client_by_id(id)
  check(vim.wait(20000, function() return client.initialized end, 10), 'the server did not answer initialize')

  local function request(method, params)
    local reply, problem = client.request_sync(method, params, 20000, buffer)
    check(reply and not reply.err, method .. ': ' .. vim.inspect(reply and reply.err or problem))
    return reply.result
  end
  local function hover()
    check(vim.fn.search(text, 'w') > 0, 'the page does not have the text ' .. text)
    local answer = request('textDocument/hover', vim.lsp.util.make_position_params(0, client.offset_encoding))
    return answer and answer.contents.value or vim.NIL
  end

  local out = { hover = hover() }
  out.symbols = request('textDocument/documentSymbol', { textDocument = vim.lsp.util.make_text_document_params(buffer) })
  vim.cmd('%s/' .. text .. '/' .. vim.env.LSP_EDITED .. '/')
  text = vim.env.LSP_EDITED
  -- Findings on the new text come a moment after it.
  check(vim.wait(20000, function()
    out.hoverAfterEdit = hover()
    return tostring(out.hoverAfterEdit):find('Deviating') ~= nil
  end, 100), 'the edited text does not deviate')
  vim.lsp.stop_client(id)
  check(vim.wait(10000, function() return client.is_stopped() end, 10), 'the server did not stop')
  io.stdout:write(vim.fn.json_encode(out) .. '\n')
end, debug.traceback)
check(ok, failure)
vim.cmd('qall!')
